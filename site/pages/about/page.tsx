import { about } from '../../content/about.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { FeaturedMarquee } from '../../sections/featured-marquee.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { AboutOpening } from './about-opening.tsx';
import { Chapters } from './chapters.tsx';
import { OrganizationData } from './organization-data.tsx';

const { closing } = about;

export function Page() {
  return (
    <>
      <AboutOpening />
      <Chapters />
      <FeaturedMarquee />
      <ClosingBand title={closing.title} text={closing.text}>
        <ContactButton caller="about_cu" size="large">
          {closing.action}
        </ContactButton>
        <a href="/careers" className={buttonClass({ variant: 'outline', size: 'large' })}>
          {closing.more}
        </a>
      </ClosingBand>
      <OrganizationData />
    </>
  );
}
