import { FeaturedStrip } from '../../sections/featured-strip.tsx';
import { Hero } from './hero.tsx';
import { Methodology } from './methodology.tsx';
import { Platform } from './platform.tsx';
import { Solutions } from './solutions.tsx';
import { ValuesSection } from './values.tsx';

export function Page() {
  return (
    <>
      <Hero />
      <Solutions />
      <Platform />
      <Methodology />
      <ValuesSection />
      <FeaturedStrip />
    </>
  );
}
