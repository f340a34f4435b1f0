/** Being written. */
export function Page() {
  return (
    <div className="wrap">
      <h1>AI for Investment</h1>
    </div>
  );
}
