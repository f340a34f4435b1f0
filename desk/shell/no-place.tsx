import { ViewHead } from '../parts/view-head.tsx';

export function NoPlace() {
  return (
    <>
      <ViewHead title="There is nothing at this address" />
      <p>
        It may have been typed wrongly, or what stood here was erased. <a href="/">Go to the first view</a>.
      </p>
    </>
  );
}

export function NotAllowed({ title }: { title: string }) {
  return (
    <>
      <ViewHead title={title} />
      <p>Your roles do not include this. An administrator of the desk can change them.</p>
    </>
  );
}
