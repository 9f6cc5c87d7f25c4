import { expect, it } from 'vitest'
import { command, flagFrom } from './command-line.ts'
import { helpText } from './help-text.ts'

const copy = command({
  summary: 'copy a file',
  own: {
    '<file>': 'what is copied, by its path, relative to the folder that this command is called in',
    'no-links': '',
  },
  more: 'Nothing is overwritten.',
  examples: ['copy a.txt'],
  run: async () => 0,
})

it('help shows usage, summary, arguments, options, more and examples, broken before words', async () => {
  expect(await helpText('files copy', await copy(), 60)).toBe(`Usage: daybook files copy [options] <file>

copy a file

Arguments:
  file        what is copied, by its path, relative to the
              folder that this command is called in

Options:
  --no-links
  -h, --help  display help for command

Nothing is overwritten.

Examples:
  daybook files copy a.txt
`)
})

it('help names the words a flag takes', async () => {
  const node = { ...(await copy()), flags: [flagFrom('state <state>', 'only these', ['OPEN', 'LATER'])] }
  expect(await helpText('copy', node, 80)).toContain('  --state <state>  only these (choices: "OPEN", "LATER")\n')
})

it('help of a group lists its commands with what they take', async () => {
  const group = { summary: 'files', commands: { copy, more: { summary: 'others', commands: {} } } }
  expect(await helpText('files', group, 80)).toContain(`Commands:
  copy [options] <file>  copy a file
  more                   others
  help [command]         display help for command
`)
})
