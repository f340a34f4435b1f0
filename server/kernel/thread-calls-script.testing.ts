import { answerCalls, tellParent } from './thread-calls.ts';

const calls = {
  double: (number: number) => 2 * number,
  fail: (name: string) => {
    throw Object.assign(new Error('no room'), { name, code: 'ERR', errcode: 13 });
  },
  tell: (words: string) => tellParent({ words }),
  end: () => {
    setImmediate(() => {
      throw new Error('the end');
    });
    return new Promise<never>(() => {});
  },
};
export type ScriptCalls = typeof calls;

answerCalls(calls);
