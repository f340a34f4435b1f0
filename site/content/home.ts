import { listOf } from '../../contract/content-lists.ts';
import { declared } from './declared.ts';

export const home = declared('home', {
  hero: {
    title: 'AI for Investment',
    lead: 'Forecasts, risk and reporting for people who manage other people’s money. Every figure leads back to its data, its date and the method behind it.',
    action: 'Book a demo',
    more: 'See Cognitive PRO',
    figure: 'Market graph.',
    /** Shown after the counts of the graph. */
    figureText:
      'Lines join securities whose daily returns move together: the heavier the line, the closer the link. Computed from sample data.',
  },
  solutions: {
    title: 'Three ways to put it to work',
    lead: 'The same research stands behind all three. What differs is who decides, and where the result is used.',
    cards: [
      {
        key: 'services',
        title: 'Investment services',
        text: 'AI-managed portfolios for family offices, advisors and independent investors. You set the mandate and its limits. The models propose, a person approves, and every change is kept with its reason.',
        facts: [
          ['For', 'Family offices, advisors, independent investors'],
          ['You receive', 'A managed portfolio and a report you can check'],
        ],
        caption: 'A portfolio by sector, percent',
        action: 'Ask about portfolios',
      },
      {
        key: 'professionals',
        title: 'Investment professionals',
        text: 'Cognitive PRO, on your own desk: build and test portfolios, follow daily signals on the universe you choose, see what moves together, and send clients a report in their language.',
        facts: [
          ['For', 'Asset and portfolio managers, wealth managers, traders'],
          ['You receive', 'A platform login for you and your team'],
        ],
        caption: 'A security among its neighbours',
        action: 'Explore Cognitive PRO',
      },
      {
        key: 'institutions',
        title: 'Institutional investors',
        text: 'Predictive technology for fund management: forecasts, signals and risk figures for your universe, delivered into your own process and tested on your own history before you decide.',
        facts: [
          ['For', 'Fund houses, hedge funds, insurers, pension schemes'],
          ['You receive', 'Data, models and the people who built them'],
        ],
        caption: 'Correlation between sectors',
        action: 'Book a demo',
      },
    ],
  },
  platform: {
    title: 'Cognitive PRO: from the first idea to the client’s report',
    lead: 'One platform with four tools that share the same data, so that what you see in one holds in the others.',
    features: listOf({ least: 2, most: 8 }, [
      {
        title: 'Portfolio and fund co-pilot',
        text: 'Describe the mandate; the co-pilot proposes weights within your limits and shows what each change does to risk and return.',
      },
      {
        title: 'AI market agent',
        text: 'Daily signals on a universe and with parameters that you set, each beside the record of the agent’s earlier calls.',
      },
      {
        title: 'Market graph',
        text: 'Correlations drawn as a map: which holdings are really one bet, and where diversification is still to be found.',
      },
      {
        title: 'Reports and commentaries',
        text: 'Client reports drafted from your own figures by prompts that you can edit, with a chat to question any line of them.',
      },
    ]),
    action: 'Explore Cognitive PRO',
    panel: {
      title: 'Signals of the day',
      universe: 'Sample universe',
      note: 'The strongest signals of the day. Record: monthly calls of the past three years that the following month bore out. On all {securities} securities: {right} of {calls}. Sample data, fictional securities.',
    },
  },
  methodology: {
    title: 'How a forecast earns its place',
    lead: 'A model that explains the past is easy to find. We ask for one that would have helped at the time.',
    rules: listOf({ least: 1, most: 6 }, [
      {
        title: 'Only what was known on the day',
        text: 'Every decision in a test uses data up to its own date. A test in our code changes the future and checks that no earlier value moves.',
      },
      {
        title: 'Costs included',
        text: 'Each trade pays for itself. The figures shown are net, and a rule that only works before costs is dropped.',
      },
      {
        title: 'Poor years stay in',
        text: 'The record begins where the test begins. In this one the rule falls behind for years before it leads, and that is what you see.',
      },
    ]),
    chart: {
      title: 'Growth of 100, walk-forward, net of costs',
      note: 'Sample data: a trend rule on fictional securities, rebalanced monthly at 0.10% a trade. It shows the method, not a result you can expect.',
      rule: 'Rule',
      columns: ['A year', 'Volatility', 'Deepest fall'],
    },
    action: 'See the figures and papers in Insights',
  },
  closing: {
    title: 'Half an hour, on your own portfolio',
    text: 'Bring a portfolio or a universe to a demo, and question every figure that you see. Or read the record first.',
    action: 'Book a demo',
    more: 'See the insights',
  },
  values: {
    title: 'What you can hold us to',
    cards: [
      {
        key: 'evidence',
        /** Shown after the counts: the first text after the number of calls, the second after the number of securities. */
        exhibit: ['monthly calls of three years borne out, on all', 'securities of the sample market'],
        title: 'Evidence before opinion',
        text: 'A model is used once it has passed a test on data it had never seen. What it got wrong stays in its record, next to what it got right.',
      },
      {
        key: 'control',
        exhibit: ['Proposed', 'Questioned', 'Approved'],
        title: 'You decide',
        text: 'The platform proposes and gives its reasons. Nothing is traded, sent or published without a person’s approval, and the approval is recorded.',
      },
      {
        key: 'clarity',
        exhibit: ['Return above cash, for each unit of risk'],
        title: 'Clear to your client',
        text: 'Each figure in a report comes with its date, its formula and a sentence that says what it means. If we cannot explain it, we do not print it.',
      },
    ],
  },
});
