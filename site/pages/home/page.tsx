import { home } from '../../content/home.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { FeaturedStrip } from '../../sections/featured-strip.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Hero } from './hero.tsx';
import { Methodology } from './methodology.tsx';
import { Platform } from './platform.tsx';
import { Solutions } from './solutions.tsx';
import { ValuesSection } from './values.tsx';

const { closing } = home;

export function Page() {
  return (
    <>
      <Hero />
      <Solutions />
      <Platform />
      <Methodology />
      <ValuesSection />
      <FeaturedStrip />
      <ClosingBand title={closing.title} text={closing.text}>
        <ContactButton caller="home_bad" size="large">
          {closing.action}
        </ContactButton>
        <a href="/insights" className={buttonClass({ variant: 'outline', size: 'large' })}>
          {closing.more}
        </a>
      </ClosingBand>
    </>
  );
}
