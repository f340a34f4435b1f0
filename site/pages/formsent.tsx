/** Being written. */
export function Page() {
  return (
    <div className="wrap">
      <h1>EMAIL VERIFIED.</h1>
    </div>
  );
}
