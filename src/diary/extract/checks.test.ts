import { describe, expect, it } from 'vitest'
import { done, ran, type Step, said, turnOf, typed } from '../../../test/diary/turn-script.ts'
import { checkRuns } from './check-runs.ts'
import { observedChecks } from './checks.ts'
import { toolRuns } from './tool-runs.ts'

const verdicts = (...steps: Step[]) =>
  checkRuns(toolRuns(turnOf(...steps))).map(
    ({ kind, verdict, counts }) => `${kind} ${verdict} ${counts?.passed ?? '–'}/${counts?.failed ?? '–'}`,
  )

const observed = (...steps: Step[]) => {
  const events = turnOf(...steps)
  return observedChecks(checkRuns(toolRuns(events)), events, null).map(
    ({ type, summary, citations }) => `${type}: ${summary} ${citations.map(({ lines }) => lines).join(' ')}`,
  )
}

describe('The verdict of a check', () => {
  it.each([
    ['npm test', { text: 'Tests  3 passed (3)', exit: 0 }, 'test pass 3/0'],
    ['npm test', { text: 'Tests  1 failed | 2 passed (3)', exit: 0 }, 'test fail 2/1'],
    ['npm test', { text: 'Tests  3 passed (3)', exit: 1, error: true }, 'test fail 3/0'],
    ['npm test', { text: '', exit: 0 }, 'test pass –/–'],
    ['npm test', { text: '', exit: 2 }, 'test fail –/–'],
    ['npm test', { text: '', exit: null }, 'test unknown –/–'],
    ['npm test', { text: 'oops', error: true }, 'test fail –/–'],
    ['npm test | tail', { text: '', exit: 0 }, 'test unknown –/–'],
    ['npm test | tail', { text: '', exit: 1 }, 'test unknown –/–'],
    ['npm test | tail', { text: 'Tests  3 passed (3)', exit: 0 }, 'test pass 3/0'],
    ['npm test; true', { text: '', exit: 0 }, 'test unknown –/–'],
    ['npm test && echo ok', { text: '', exit: 0 }, 'test pass –/–'],
    ['npx eslint .', { text: '✖ 1 problem (0 errors, 1 warning)', exit: 0 }, 'lint pass –/0'],
    ['npm test', { text: '', exit: 0, interrupted: true }, 'test not_run –/–'],
    ['npm test', { text: '', exit: 0, detail: { stdout: '', backgroundTaskId: 'b1' } }, 'test unknown –/–'],
  ])('The verdict of a check of %j with %j', (command, result, expected) =>
    expect(verdicts(...ran(command, result))).toEqual([expected]),
  )

  it('The verdict of a check is that it did not run for a call that was declined, and unknown where there is no result; none for the words alone', () => {
    expect(verdicts(...ran('npm test', { error: true, denied: true }))).toEqual(['test not_run –/–'])
    expect(verdicts(ran('npm test')[0])).toEqual(['test unknown –/–'])
    expect(verdicts(...done('Read', { command: 'npm test' }, { exit: 0 }))).toEqual([])
    expect(verdicts(...done('Bash', { command: 'npm test', run_in_background: true }, { exit: 0 }))).toEqual([
      'test unknown –/–',
    ])
  })

  it('The verdict of several checks in one call goes to the one whose failures are shown, and those before it passed', () => {
    const command = 'npm run lint && npx tsc --noEmit && npm test'
    expect(verdicts(...ran(command, { text: 'Tests  1 failed | 2 passed (3)', exit: 1, error: true }))).toEqual([
      ...['lint pass –/–', 'typecheck pass –/–', 'test fail 2/1'],
    ])
    expect(verdicts(...ran(command, { text: 'Tests  3 passed (3)', exit: 0 }))).toEqual([
      ...['lint pass –/–', 'typecheck pass –/–', 'test pass 3/0'],
    ])
    expect(verdicts(...ran(command, { text: 'killed', exit: 137, error: true }))).toEqual([
      ...['lint unknown –/–', 'typecheck unknown –/–', 'test not_run –/–'],
    ])
  })
})

describe('Observed checks', () => {
  it('Observed checks say what the output shows and nothing more', () => {
    expect(
      observed(
        ...ran('npm test', { text: 'Tests  3 passed (3)', exit: 0 }),
        ...ran('npx eslint . > out.txt', { text: '✖ 2 problems (1 error, 1 warning)', error: true }),
        ...ran('npx eslint src', { text: '✖ 1 problem (0 errors, 1 warning)', exit: 0 }),
        ...ran('npm run build', { exit: 0 }),
        ...ran('cargo check', { error: true }),
        ...ran('npm test | tail', { exit: 0 }),
        ...ran('npx jest', { text: 'Tests:       9 passed, 9 total', exit: 1, error: true }),
      ),
    ).toEqual([
      'test_output: Ran `npm test` (test); output reports 3 passed, 0 failed. 1-2',
      'command_output: Ran `eslint .` (lint); output reports 1 failure. 3-4',
      'command_output: Ran `eslint src` (lint); output reports no failure. 5-6',
      'command_output: Ran `npm run build` (build); exit status 0. 7-8',
      'command_output: Ran `cargo check` (typecheck); the command reported an error. 9-10',
      'test_output: Ran `npm test` (test); the output shows no verdict. 11-12',
      'test_output: Ran `jest` (test); output reports 9 passed, 0 failed, but the command reported an error. 13-14',
    ])
  })

  it('Observed checks list each command of the user once, with what it printed', () => {
    expect(
      observed(
        typed('<bash-input>git status</bash-input>'),
        typed('<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>'),
        said('Fine.'),
        typed('<bash-input>ls</bash-input>'),
        typed('<user_shell_command>\nls\n</user_shell_command>'),
      ),
    ).toEqual([
      "command_output: User ran a command in the agent's shell. 1-2",
      "command_output: User ran a command in the agent's shell. 4-4",
      "command_output: User ran a command in the agent's shell. 5-5",
    ])
  })

  it('Observed checks are the last twenty', () => {
    const runs = Array.from({ length: 25 }, (_, i) => ran(`npm test -- ${i}`, { exit: 0 })).flat()
    const all = observed(...runs)
    expect(all).toHaveLength(20)
    expect(all[0]).toBe('test_output: Ran `npm test -- 5` (test); exit status 0. 11-12')
  })
})
