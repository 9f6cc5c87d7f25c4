import { describe, expect, it } from 'vitest'
import { argumentFrom, flagFrom, ownIn, readLine, takenBy } from './command-line.ts'

const taken = takenBy({
  '<file>': 'what to read',
  '[words...]': 'more',
  'out <file>': 'where to',
  'week [week]': 'which',
  'tag <tag...>': 'several',
  '-v, --verbose': 'more words',
  'no-digest': 'without it',
})

const read = (...words: string[]) => readLine(taken, words, 'records export')

describe('a line', () => {
  it('a line gives arguments by position and flags by name, in any order', () => {
    expect(read('--out', 'a.txt', 'in.txt', '-v', 'x', 'y')).toEqual({
      args: { file: 'in.txt', words: ['x', 'y'] },
      flags: { digest: true, out: 'a.txt', verbose: true },
    })
  })

  it('a line takes a value after a space or an equals sign, also one that begins with a hyphen', () => {
    expect(read('f', '--out', '- a list item').flags.out).toBe('- a list item')
    expect(read('f', '--out=--odd').flags.out).toBe('--odd')
    expect(read('f', '--out', '').flags.out).toBe('')
  })

  it('a line collects a flag that may be given several times, and takes only one word with each', () => {
    expect(read('--tag', 'a', 'f', '--tag', 'b')).toMatchObject({ args: { file: 'f' }, flags: { tag: ['a', 'b'] } })
  })

  it('a line is true for a flag whose value may be left out and is', () => {
    expect(read('f', '--week', '--out', 'x').flags.week).toBe(true)
    expect(read('f', '--week', '2026-W20').flags.week).toBe('2026-W20')
    expect(read('f', '--week', '-').flags.week).toBe('-')
  })

  it('a line turns off what --no- names', () => {
    expect(read('f', '--no-digest').flags.digest).toBe(false)
  })

  it('a line reads everything after -- as arguments, and a lone hyphen or a negative number anywhere', () => {
    expect(read('f', '--', '--out', 'x').args.words).toEqual(['--out', 'x'])
    expect(read('-', '-5').args).toEqual({ file: '-', words: ['-5'] })
  })

  it('a line of a query takes words with one hyphen that are not flags, and refuses what looks like a long flag', () => {
    const query = { ...taken, takesHyphenedWords: true as const }
    const line = readLine(query, ['-penny', '--no-digest', '-tool:Bash a=b', '-is:error'], 'search')
    expect(line.args).toEqual({ file: '-penny', words: ['-tool:Bash a=b', '-is:error'] })
    expect(line.flags.digest).toBe(false)
    expect(() => readLine(query, ['f', '--outt'], 'search')).toThrow(
      expect.objectContaining({ details: { reason: "unknown option '--outt'" } }),
    )
  })

  it('a line takes all words up to the next flag where the flag of a field says so', () => {
    const flags = [flagFrom('project <key...>', ''), flagFrom('json', '')]
    expect(readLine({ args: [], flags }, ['--project', 'a', 'b', '--json'], 'diary').flags).toEqual({
      project: ['a', 'b'],
      json: true,
    })
  })

  it.each<[what: string, words: string[], reason: string, hint: string]>([
    [
      'an unknown flag',
      ['f', '--outt', 'x'],
      "unknown option '--outt'",
      'Did you mean --out? See: daybook records export --help',
    ],
    [
      'a flag without its value',
      ['f', '--out'],
      "option '--out <file>' needs a value",
      'See: daybook records export --help',
    ],
    ['too few arguments', [], "missing required argument 'file'", 'See: daybook records export --help'],
  ])('a line is refused for %s, with the next step', (_, words, reason, hint) => {
    expect(() => read(...words)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', hint, details: { reason } }))
  })

  it('a line holds arguments and flags that take certain words only to these words', () => {
    const closed = takenBy({ '<shell=bash|fish>': '', 'for <form=slack|email>': '' })
    const own = (...words: string[]) => ownIn(closed, readLine(closed, words, 'x'))
    expect(closed.flags[0]).toMatchObject({ spec: '--for <form>', choices: ['slack', 'email'] })
    expect(own('fish', '--for', 'email')).toEqual({ shell: 'fish', for: 'email' })
    expect(() => own('fsh')).toThrow(
      expect.objectContaining({
        message: 'Unknown value for <shell>.',
        hint: 'Did you mean fish? It takes bash or fish.',
      }),
    )
    expect(() => own('bash', '--for', 'paper')).toThrow(expect.objectContaining({ hint: 'It takes slack or email.' }))
  })

  it('a line is refused for more arguments than the command takes', () => {
    const command = { args: [argumentFrom('<file>', '')], flags: [] }
    expect(() => readLine(command, ['a', 'b'], 'restore')).toThrow(
      expect.objectContaining({ details: { reason: '2 arguments were given, it takes 1' } }),
    )
  })
})
