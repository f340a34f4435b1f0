import { declared } from './declared.ts';

export const cognitivePro = declared('cognitivePro', {
  title: 'Cognitive PRO',
  subtitle:
    'The AI platform for portfolio and fund management: a co-pilot, a market agent, a map of correlations and reports that your clients can follow.',
  action: 'Book a demo',
  boxes: {
    title: 'Four tools, one set of data',
    note: 'The figures are computed from sample data on fictional securities.',
    draft: {
      promptLabel: 'Prompt, yours to edit',
      prompt: 'Explain the quarter in two sentences to a family office. No jargon.',
      label: 'Draft',
      text: 'The portfolio returned {portfolio} in the fourth quarter, after {benchmark} for all securities in equal weight. The difference of {difference} points comes from holding the twenty with the steadiest rise.',
      chatLabel: 'Asked in the chat',
      question: 'And the worst month since the start?',
      answer: '{month}, at {fall}.',
    },
    items: [
      {
        key: 'copilot',
        caption: 'A proposal by sector, percent',
        title: 'Portfolio and fund co-pilot',
        text: 'Start from a mandate, a benchmark or the portfolio you have. The co-pilot proposes weights within your limits, and shows what every change does to expected return, risk and cost before you accept it.',
        does: 'You set limits, compare proposals and approve the trades.',
      },
      {
        key: 'agent',
        caption: 'Monthly calls of three years: filled where the month bore them out',
        title: 'AI market agent',
        text: 'Each morning the agent goes through the universe you chose and reports signals and insights, with the parameters you set. Beside every signal stands the record of the agent’s earlier calls, the wrong ones too.',
        does: 'You choose universe, horizon and thresholds, and judge the agent by its history.',
      },
      {
        key: 'graph',
        caption: 'One security and its closest links',
        title: 'Investment correlations',
        text: 'The market graph draws what moves together: securities as points, correlations as lines. Concentration that a list of holdings hides shows at once, and so does the security that would widen a portfolio.',
        does: 'You pick a security and follow its links, or lay your portfolio over the graph.',
      },
      {
        key: 'reports',
        caption: 'A prompt, and what it brings',
        title: 'Reports and commentaries',
        text: 'Client reports and market commentaries are drafted from your own figures. You edit the prompts that shape tone, length and content, and ask the built-in chat about any number before the report leaves.',
        does: 'You adapt the prompt, check the draft, question it in the chat and send it.',
      },
    ],
  },
  closing: {
    title: 'See it with your own portfolio',
    text: 'A demo takes half an hour. Bring a portfolio or a universe, and see what the four tools make of it.',
    action: 'Book a demo',
  },
  thanks: {
    title: 'Thank You for Registering.',
    text: 'Your registration was received. Our team will review it and get in touch with you to schedule a demo session.',
    times: 'Or choose the time of your demo yourself, now.',
    action: 'Ok',
  },
});
