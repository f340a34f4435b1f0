/** Being written. */
export function Page() {
  return (
    <div className="wrap">
      <h1>Cognitive PRO</h1>
    </div>
  );
}
