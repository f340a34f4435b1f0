/** @throws TypeError if the list has no element at the index */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  return present(list[index]);
}

/** @throws TypeError if the value is null or undefined */
export function present<Value>(value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new TypeError('what must be there is missing');
  return value;
}
