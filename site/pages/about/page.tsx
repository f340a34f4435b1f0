import { FeaturedMarquee } from '../../sections/featured-marquee.tsx';
import { Chapters } from './chapters.tsx';
import { AboutOpening } from './about-opening.tsx';
import { OrganizationData } from './organization-data.tsx';

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
