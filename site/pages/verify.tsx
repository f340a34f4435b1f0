/** Being written. */
export function Page() {
  return (
    <div className="wrap">
      <h1>Confirm your email address</h1>
    </div>
  );
}
