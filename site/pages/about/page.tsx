import { FeaturedMarquee } from '../../sections/featured-marquee.tsx';
import { Chapters } from './chapters.tsx';
import { AboutOpening } from './about-opening.tsx';
import { OrganizationData } from './organization-data.tsx';

/** Who the company is, what it stands for and where it is. */
export function Page() {
  return (
    <>
      <AboutOpening />
      <Chapters />
      <FeaturedMarquee />
      <OrganizationData />
    </>
  );
}
