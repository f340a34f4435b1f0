import { present } from '../../contract/checked.ts';
import { UsageError, type Command } from './command.ts';

/** Combines several commands: the first argument selects one. */
export function actionCommand(actions: Readonly<Record<string, Command>>): Command {
  return {
    help: Object.values(actions)
      .map(({ help }) => help)
      .join('\n\n'),
    run: async (args, context) => {
      const [action = ''] = args;
      if (!Object.hasOwn(actions, action)) throw new UsageError(action === '' ? 'What is to be done?' : `There is no action '${action}'`);
      return present(actions[action]).run(args, context);
    },
  };
}
