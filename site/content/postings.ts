import type { Posting } from '../../contract/job.ts';

/** Words of the careers page. */
export const careers = {
  /** True while the postings are invented: replace them, their dates first. */
  sample: true,
  title: 'CAREERS',
  intro: [
    'We build software that people who manage other people’s money rely on, so we take our time to get things right and say so when we do not know.',
    'Teams here are small. You will know who uses your work, see what it changes, and sit close enough to the people who decide to change it with them. Below are the positions that are open now, all of them in Milan.',
  ],
  apply: 'Apply now',
  empty: 'No position is open here at the moment. Have a look at the others, or send us a spontaneous application below.',
  closed: 'This position is no longer open. These ones are.',
  unknown: 'We could not find this position. These ones are open.',
  spontaneous: {
    title: "Don't You See A Position Suitable For Your Professional Skills Among The Open Ones?",
    subtitle: 'Send us a spontaneous application with your CV. We read every one, and write to you when something opens that suits you.',
  },
  /** Headings of a posting's parts, in the order of its page. */
  parts: {
    textIntro: 'The position',
    textResponsibility: 'What you will do',
    textSkills: 'What you bring',
    textPersonal: 'How you work',
    textSoftware: 'What you will work with',
    textNiceToHave: 'Nice to have',
  },
} as const;

/** The open positions, in the order they are shown. */
export const postings: readonly Posting[] = [
  {
    slug: 'content-manager',
    id: 1,
    title1: 'Milan | Content Management',
    title2: 'Content Manager',
    textIntro:
      'Our clients judge us by what they read before they ever see a chart. You will own everything we publish: the website, the research papers, the client commentaries and the short texts inside the platform. You decide what is worth saying, and make sure that every figure in it leads back to its source.',
    textResponsibility: [
      'Plan, write and edit articles, papers, product pages and newsletters in English, and see that their Italian versions say the same.',
      'Turn what data scientists and portfolio managers tell you into texts that a busy professional follows at first reading.',
      'Keep the editorial calendar, with the dates on which figures change and disclosures fall due.',
      'Check every number, chart and quotation with its owner before it is published, and keep the record of that check.',
      'Read how each piece is used, and drop or rewrite what nobody finishes.',
    ],
    textSkills: [
      'At least four years of writing and editing for a professional readership, finance or technology preferred.',
      'English at the level of a native writer, and fluent Italian.',
      'A working knowledge of asset management: you can tell a net return from a gross one, and know why it matters.',
      'Practice with search: titles, structure and descriptions that are written for readers first.',
    ],
    textPersonal: [
      'You would rather cut a sentence than defend it.',
      'You ask until you have understood, also when the person who explains is in a hurry.',
      'You hold a deadline, and say early when one is at risk.',
    ],
    textSoftware: [
      'A headless content management system and Markdown',
      'Figma, to comment and to place texts',
      'Search console and web analytics',
      'Git, for the texts that live beside the code',
    ],
    textNiceToHave: [
      'Experience with the marketing rules for investment services in the European Union and the United Kingdom',
      'A third language',
      'A published piece that you are proud of, in any field',
    ],
    employmentType: 'FULL_TIME',
    datePosted: '2026-10-05',
    validThrough: '2027-12-31',
  },
  {
    slug: 'social-media-manager',
    id: 1,
    title1: 'Milan | Content Management',
    title2: 'Social Media Manager',
    textIntro:
      'Portfolio managers do not follow a brand, they follow people who teach them something. You will give our research a voice on LinkedIn, YouTube and Instagram: one chart well explained, one question answered in public, one event told by those who were there. You will measure it by conversations, not by applause.',
    textResponsibility: [
      'Run our channels from the plan to the reply, with two or three posts a week that stand on their own.',
      'Make short videos and charts from our papers, together with the people who wrote them.',
      'Answer comments and messages within the working day, and pass on to sales or support what belongs there.',
      'Prepare fairs, awards and webinars, report from them, and keep what was learnt.',
      'Set up campaigns with a clear question and a budget, and end those that do not answer it.',
    ],
    textSkills: [
      'Two years or more in charge of the channels of a company that sells to professionals.',
      'Clear, correct writing in English and Italian, and an eye for a picture that explains.',
      'Command of the advertising tools of LinkedIn and YouTube, and of what consent allows them to measure.',
      'Enough arithmetic to tell a result from noise.',
    ],
    textPersonal: [
      'You are quick without being careless: what you post may be quoted back to us by a regulator.',
      'You stay courteous when others do not.',
      'You like to be told what did not work.',
    ],
    textSoftware: [
      'LinkedIn Campaign Manager, YouTube Studio, Meta Business Suite',
      'Figma and a video editor of your choice',
      'A scheduling tool, and a shared calendar that is always right',
    ],
    textNiceToHave: [
      'A background in finance, statistics or journalism',
      'Some experience in front of a camera',
      'Photographs or films of your own',
    ],
    employmentType: 'FULL_TIME',
    datePosted: '2026-10-19',
    validThrough: '2027-12-31',
  },
  {
    slug: 'senior-system-administrator',
    id: 2,
    title1: 'Milan | Network & Systems',
    title2: 'Senior System Administrator',
    textIntro:
      'Every night our systems take in the day’s prices for more than eight thousand securities, recompute the models and write several thousand reports before the markets open. You will be responsible for the machines and networks that this runs on, in our own racks and in the cloud, and for the people on call when something breaks.',
    textResponsibility: [
      'Design, run and renew servers, storage and networks, with a written reason for each larger change.',
      'Own backup and recovery, and prove twice a year that a restore works within the time we promise to clients.',
      'Watch over access, patches and logs together with the security officer, and prepare the audits of our clients.',
      'Automate what is done by hand more than twice.',
      'Lead the on-call rota, the reviews after incidents, and the training of the junior administrator.',
    ],
    textSkills: [
      'Seven years or more in charge of Linux systems that other people’s work depends on.',
      'Networking in depth: routing, VPN, firewalls, DNS, TLS, and how to find out which of them it is this time.',
      'PostgreSQL in operation, replication and point-in-time recovery included.',
      'Infrastructure as code, and the habit of reviewing it.',
      'Good English, spoken and written; Italian helps in the data centre.',
    ],
    textPersonal: [
      'You stay calm at three in the morning, and write down at ten what happened.',
      'You explain a risk in words that a managing director can decide on.',
      'You teach by letting others do it, with you beside them.',
    ],
    textSoftware: [
      'Debian and Ubuntu, KVM, containers',
      'Ansible and Terraform',
      'PostgreSQL, nginx, HAProxy, WireGuard',
      'Prometheus, Grafana, Loki',
    ],
    textNiceToHave: [
      'Experience in a regulated financial firm, with its outsourcing and resilience rules',
      'GPU clusters for training',
      'A certification that taught you something',
    ],
    employmentType: 'FULL_TIME',
    datePosted: '2026-09-28',
    validThrough: '2027-12-31',
  },
  {
    slug: 'junior-system-administrator',
    id: 2,
    title1: 'Milan | Network & Systems',
    title2: 'Junior System Administrator',
    textIntro:
      'You have run Linux at home, at university or in a first job, and you want to learn how it is done where outages cost real money. You will work beside a senior administrator, begin with the tasks that teach you our systems, and take over parts of them as your own within the first year, at your own pace.',
    textResponsibility: [
      'Look after workstations, accounts and access for about sixty colleagues, and be the friendly answer to their questions.',
      'Install, patch and document servers by the playbooks that exist, and improve the playbooks as you go.',
      'Follow the monitoring, sort what is urgent from what is loud, and hand over with notes that others can use.',
      'Test restores from backup every month, and report what did not come back.',
      'After six months, join the on-call rota as second person.',
    ],
    textSkills: [
      'A diploma or degree in computing, or the same knowledge got another way.',
      'The Linux command line, the basics of networking, and a first scripting language.',
      'The patience to read a log from the beginning.',
      'English for documentation and tickets; Italian for colleagues and suppliers.',
    ],
    textPersonal: [
      'You ask before you press Enter, and tell somebody right after you pressed it wrongly.',
      'You keep your promises, the small ones above all.',
      'You like to leave a thing tidier than you found it.',
    ],
    textSoftware: ['Debian and Ubuntu, Windows and macOS for workstations', 'Bash and Python', 'Ansible, Git', 'Prometheus and Grafana'],
    textNiceToHave: [
      'A home lab, and a story of how it broke',
      'First steps with containers',
      'A driving licence, for the second data centre',
    ],
    employmentType: 'FULL_TIME',
    datePosted: '2026-11-02',
    validThrough: '2027-12-31',
  },
  {
    slug: 'junior-ai-and-data',
    id: 3,
    title1: 'Milan | Data Science',
    title2: 'Junior AI & Data',
    textIntro:
      'Models that forecast markets are easy to build and hard to believe. In this team you will learn to tell one from the other: how to keep tomorrow’s data out of yesterday’s test, how to price the cost of a trade, and when a plain average is the better model. You will work on real series from the first week, next to people who publish.',
    textResponsibility: [
      'Prepare and check market and company data, and find out why a number is odd before a model does.',
      'Build features and models for returns, risk and relations between securities, and test them walk-forward, net of costs.',
      'Write each experiment down so that somebody else gets the same result a year later.',
      'Help to bring what works into production, and watch how it ages there.',
      'Present what you found to the team every other week, failures included.',
    ],
    textSkills: [
      'A degree in mathematics, physics, statistics, computer science, engineering or quantitative finance.',
      'Python with its numerical libraries, and tidy code that others can read.',
      'Probability and statistics that you can explain without slides.',
      'SQL, and respect for missing values.',
      'English for papers and meetings.',
    ],
    textPersonal: [
      'You distrust your best result first.',
      'You change your mind when the data does, and say what changed it.',
      'You finish: a small result that runs beats a large one that nearly does.',
    ],
    textSoftware: [
      'Python, pandas or Polars, scikit-learn, PyTorch',
      'PostgreSQL and Parquet',
      'Git, notebooks for exploring and tests for keeping',
      'Our own back-testing library, which you will help to improve',
    ],
    textNiceToHave: [
      'Time series, graph methods or language models in a thesis or a project',
      'Some knowledge of funds, bonds or derivatives',
      'A contribution to open source',
    ],
    employmentType: 'FULL_TIME',
    datePosted: '2026-10-12',
    validThrough: '2027-12-31',
  },
  {
    slug: 'junior-ai-and-data-internship',
    id: 3,
    title1: 'Milan | Data Science',
    title2: 'Junior AI & Data (internship)',
    textIntro:
      'Six months, one question, and a result that stays in use. As an intern in data science you take on a piece of research of your own, with a mentor who has an hour for you every week. The internship is paid and aimed at recruitment: most of those who were interns here have stayed as colleagues, and your thesis may grow out of it.',
    textResponsibility: [
      'Choose your question with us in the first two weeks, from a list of those that we want answered.',
      'Collect and clean the data that it needs, and describe it so that others can use it.',
      'Try two or three methods against an honest baseline, and measure them on data they have not seen.',
      'Turn what works into code with tests, reviewed like everybody else’s.',
      'Close with a written report and a talk to the company.',
    ],
    textSkills: [
      'You are in the last year of a master’s degree in a quantitative subject, or finished it less than a year ago.',
      'Python well enough to solve a problem that you have not seen before.',
      'Linear algebra, probability and a first course in machine learning.',
      'English that lets you read a paper and write a page about it.',
    ],
    textPersonal: [
      'You are curious about markets, even if you know little of them yet.',
      'You show unfinished work, because that is when help is useful.',
      'You keep a notebook, of whatever kind.',
    ],
    textSoftware: ['Python, pandas, scikit-learn', 'Git and pull requests', 'PostgreSQL, read only at first'],
    textNiceToHave: ['A project on financial, text or graph data', 'Experience with PyTorch', 'Six months without other exams'],
    employmentType: 'INTERN',
    datePosted: '2026-11-09',
    validThrough: '2027-12-31',
  },
  {
    slug: 'junior-full-stack-developer',
    id: 4,
    title1: 'Milan | Software Development',
    title2: 'Junior Full-stack Developer',
    textIntro:
      'The platform is where our research meets the people who use it all day: charts that answer within a blink, portfolios that recompute while you drag a slider, reports that read well in eleven languages. You will build parts of it from the database to the last pixel, reviewed by people who care, and see them used within weeks.',
    textResponsibility: [
      'Build features end to end, small ones at first: the query, the call, the screen, the tests.',
      'Make pages fast and keep them so, with a budget that a machine checks.',
      'Talk to the portfolio managers who use what you built, and watch them do it.',
      'Review the code of others, and learn from the reviews of yours.',
      'Share the support rota, one week in eight, since bugs teach what users need.',
    ],
    textSkills: [
      'A degree in computing, or things that you built and can walk us through.',
      'TypeScript or JavaScript, HTML and CSS, beyond what a framework hides.',
      'A first server language and SQL: you know what an index is for.',
      'The habit of writing a test for what you just broke.',
      'Working English; Italian is welcome, and lessons are on us.',
    ],
    textPersonal: [
      'You care how it feels to use, also by keyboard, also on an old phone.',
      'You say ‘I do not know’ easily, and find out.',
      'You prefer deleting code to adding it.',
    ],
    textSoftware: [
      'TypeScript, React, Node.js',
      'Python for the services around the models',
      'PostgreSQL',
      'Git, continuous integration, Playwright',
    ],
    textNiceToHave: ['Charts on canvas or WebGL', 'Accessibility work you can show', 'An interest in investing, with whatever small sum'],
    employmentType: 'FULL_TIME',
    datePosted: '2026-10-26',
    validThrough: '2027-12-31',
  },
];
