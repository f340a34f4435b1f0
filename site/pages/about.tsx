import { FeaturedMarquee } from '../sections/featured-marquee.tsx';
import { Chapters } from './about/chapters.tsx';
import { Opening } from './about/opening.tsx';
import { OrganizationData } from './about/organization-data.tsx';

/** Who the company is, what it stands for and where it is. */
export function Page() {
  return (
    <>
      <Opening />
      <Chapters />
      <FeaturedMarquee />
      <OrganizationData />
    </>
  );
}
