/** @throws where the list has no such element */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  return present(list[index]);
}

/** What must be there. @throws where it is not */
export function present<Value>(value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new TypeError('what must be there is missing');
  return value;
}
