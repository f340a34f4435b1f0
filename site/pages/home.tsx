import { FeaturedStrip } from '../sections/featured-strip.tsx';
import { Hero } from './home/hero.tsx';
import { Methodology } from './home/methodology.tsx';
import { Platform } from './home/platform.tsx';
import { Solutions } from './home/solutions.tsx';
import { Values } from './home/values.tsx';

export function Page() {
  return (
    <>
      <Hero />
      <Solutions />
      <Platform />
      <Methodology />
      <Values />
      <FeaturedStrip />
    </>
  );
}
