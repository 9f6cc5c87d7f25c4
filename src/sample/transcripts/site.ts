import { asks, type ClaudeChat, edits, fails, offers, reads, runs, says, shows, tears } from './claude.ts'
import { brokenOff, type CodexChat, executes, patches, replies, tornLine, turn } from './codex.ts'
import { committed } from './outputs.ts'

export const site = '/srv/sample-stall-site'
const at = (time: string) => `2025-02-13 ${time}`

// Looks like a token and is none, to show how it is kept out of reports.
const pasted = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')

/** Prices on the page of the stall; the push meets a token that had been pasted into the remote. */
export const prices: ClaudeChat = {
  id: 'd914e6b3-3c77-4a02-b8f5-2e60579ad707',
  folder: site,
  branch: 'main',
  deeds: [
    asks(at('09:48'), 'Show the prices of prices.json on the page, per 100 g, and build it.'),
    reads('prices.json', '{ "hard, aged": 2650, "blue": 2200, "soft, half": 3100 }'),
    offers('Which way shall prices be written?', ['£2.65 / 100 g', '265p per 100 g'], '£2.65 / 100 g'),
    edits(
      'src/page.ts',
      14,
      ["  main.append('Prices at the stall')"],
      [
        '  for (const [cheese, pencePerKg] of Object.entries(prices)) {',
        '    main.append(row(cheese, per100g(pencePerKg)))',
        '  }',
      ],
    ),
    edits(
      'src/style.css',
      40,
      [],
      ['.price { font-variant-numeric: tabular-nums; }', '.price small { opacity: 0.7; }'],
    ),
    tears(),
    runs('npm run build', 'vite v6.1.0 building for production...\n✓ 14 modules transformed.\n✓ built in 611ms', 4),
    says('The page lists all cheeses with their price per 100 g, and the build succeeds.'),
    shows(at('10:02')),
    says(
      'In the screenshot the soft cheese shows £3.10 where the list says half; the row needs the word half in its name.',
    ),
    asks(at('10:06'), `Add it, commit, and push. If git asks for a token: ${pasted}`),
    edits(
      'src/page.ts',
      15,
      ['    main.append(row(cheese, per100g(pencePerKg)))'],
      ["    const name = cheese.replace(', half', ' (half)')", '    main.append(row(name, per100g(pencePerKg)))'],
    ),
    runs('git commit -am "Show prices per 100 g"', committed('main', '5a90f3d', 'Show prices per 100 g', 3), 2),
    fails(
      'git push',
      128,
      `remote: Invalid username or token.\nfatal: Authentication failed for 'https://nell:${pasted}@github.com/nell-cheese/sample-stall-site.git'`,
      3,
    ),
    says(
      'The commit is made, but the push was refused: the remote holds a token that is no longer valid. Shall I switch the remote to ssh?',
    ),
    asks(at('10:14'), 'Yes, do that.'),
    runs(
      'git remote set-url origin git@github.com:nell-cheese/sample-stall-site.git && git push',
      'To github.com:nell-cheese/sample-stall-site.git\n   1c77e02..5a90f3d  main -> main',
      4,
    ),
    says('The remote uses ssh now and the push went through.'),
  ],
}

/** A page for customers, broken off by the service once, and a check of links that ran past midnight. */
export const links: CodexChat = {
  id: '0194fe51-c0d8-7a66-bb93-90e1f54a8808',
  folder: site,
  branch: 'links',
  opened: at('17:38'),
  deeds: [
    brokenOff(
      at('17:40'),
      'Write docs/links.md: what customers must know about payment links. Twenty lines at most.',
      executes('ls docs', 'opening-times.md'),
    ),
    turn(
      at('17:47'),
      'continue',
      patches([
        'Add',
        'docs/links.md',
        [
          '+# Paying by link',
          '+',
          '+When there is no signal on the square we send you a link.',
          '+',
          '+- It is good for seven days.',
          '+- It never asks for your PIN.',
          '+- If you think it is not from us, ask at the stall.',
        ],
      ]),
      tornLine(),
      executes(
        'git add -A && git commit -m "Explain payment links to customers"',
        committed('links', 'b2c6e71', 'Explain payment links to customers', 1),
        0,
        2,
      ),
      replies('docs/links.md explains the links in seven lines, and it is committed as b2c6e71.'),
    ),
    turn(
      at('23:51'),
      'Check every link on the page before I go to bed.',
      executes('npm run check-links', 'checked 38 links\nbroken: /opening-times (404)', 1, 160),
      patches(['Update', 'src/page.ts', ["-  link('/opening-times')", "+  link('/opening-times.html')"]]),
      executes('npm run build', '✓ built in 640ms', 0, 4),
      replies('One of 38 links was broken: the opening times lacked their ending. It is mended and the page builds.'),
    ),
  ],
}
