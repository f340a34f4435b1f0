import { describe, expect, it } from 'vitest';
import { runnerArguments } from './run-step.ts';
import { present } from '../../contract/checked.ts';
import { steps } from './steps.ts';
import { readTestCommand } from './test-command.ts';

describe('what npm test is asked for', () => {
  it('is everything, or what is named, with filters', () => {
    const { server, types, unit } = steps;
    const inFull = Object.entries(steps).filter(([, step]) => step !== types);
    expect(readTestCommand([])).toMatchObject({ chosen: inFull, filters: [], since: undefined, update: false });
    expect(readTestCommand(['--only', 'unit,server', 'architecture', '-u'])).toEqual({
      chosen: expect.arrayContaining([
        ['unit', unit],
        ['server', server],
      ]),
      filters: ['architecture'],
      since: undefined,
      update: true,
    });
    expect(readTestCommand(['--changed'])).toMatchObject({ chosen: Object.entries(steps), since: 'HEAD' });
  });

  it('has each step that another does as well by its name', () => {
    const { types, lint } = steps;
    expect(readTestCommand(['--only', 'types'])).toMatchObject({ chosen: [['types', types]] });
    expect(present(steps[present(types).within!])).toBe(lint);
    expect(present(lint).run).toContain('--type-check');
  });

  it.each([[['--sinse', 'main']], [['--only']], [['--only', 'sever']]])('is told in words where it makes no sense: %j', (args) => {
    expect(readTestCommand(args)).toEqual({
      code: 2,
      text: expect.stringMatching(/(Unknown option|argument missing|No such step)[^]*Usage:/),
    });
  });

  it('is the help where it asks for it', () => {
    for (const option of ['--help', '-h']) expect(readTestCommand([option])).toEqual({ code: 0, text: expect.stringContaining('Usage:') });
  });
});

describe('a test runner', () => {
  const asked = { filters: ['one'], update: true, report: '/r.json' };

  it('may find nothing for a filter, which another step has, and writes anew where it is asked to', () => {
    const vitest = runnerArguments(present(steps.server), asked);
    expect(vitest).toEqual(expect.arrayContaining(['one', '--passWithNoTests', '-u', '--outputFile.json=/r.json']));
    const playwright = runnerArguments(present(steps.e2e), asked);
    expect(playwright).toEqual(expect.arrayContaining(['one', '--pass-with-no-tests']));
    expect(playwright).not.toContain('-u');
    expect(runnerArguments(present(steps.types), asked)).toEqual(steps.types?.run);
  });

  it('has to find something without a filter', () => {
    const args = runnerArguments(present(steps.server), { ...asked, filters: [], update: false });
    expect(args.join(' ')).not.toMatch(/no-?tests|-u/i);
  });
});
