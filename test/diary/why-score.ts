import { expect } from 'vitest'
import { agentHome } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'

export const ids = (n: number) => `${String(n).repeat(8)}-1111-4111-8111-111111111111`

/** Asks who wrote each commit of an invented history; each round has everything that happens to commits once. */
export async function scoreOf(rounds: readonly number[]) {
  const machine = agentHome()
  const history = inventHistory(new LabelledHistory(machine), rounds)
  const program = await openProgram(machine)

  const score = { answered: 0, right: 0, known: 0, silent: 0 }
  const wrong: string[] = []
  for (const { hash, turns, what } of history.labels) {
    const { commits } = await program.call('diary_why', { of: hash, repository: history.folder })
    const [{ confidence, turns: found }] = commits
    const told = confidence === 'uncertain' ? [] : found.map(nameOf).sort()
    if (turns.length > 0) score.known++
    else if (told.length === 0) score.silent++
    if (told.length > 0) score.answered++
    if (told.length > 0 && same(told, turns)) score.right++
    else if (told.length > 0 || turns.length > 0) wrong.push(`${what}: ${told} instead of ${turns}`)
  }
  expect(wrong).toEqual([])
  return score
}

function nameOf({ session_id, turn }: { session_id: string; turn: number }): string {
  return `${session_id}/${turn}`
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === [...other].sort().join()
}

/** As a formatter with other wishes writes it: other quotes, long lines wrapped, semicolons. */
function formatted(text: string): string {
  return text.replaceAll('"', "'").replaceAll('roundHalf(', 'roundHalf(\n    ').replace(/\)$/gm, ',\n  );')
}

function inventHistory(history: LabelledHistory, rounds: readonly number[]): LabelledHistory {
  const one = history.agent(ids(1))
  const two = history.agent(ids(2))
  const other = new LabelledHistory(history.machine, 'scratch', 5000)
  const stranger = other.agent(ids(3))
  stranger.asks('The same names elsewhere.')
  for (const round of rounds) {
    for (const name of ['module', 'copied']) stranger.writes(`src/${name}${round}.ts`, other.code(12))
  }
  other.finish()

  for (const round of rounds) {
    one.asks(`Add module ${round}.`)
    const added = one.writes(`src/module${round}.ts`, `export {}\n${history.code(12)}`)
    history.commit(`Add module ${round}`, [added], 'a file that an agent wrote')

    one.asks('Round the other way.')
    const edited = one.edits(`src/module${round}.ts`, 'export {}\n', `export {}\n${history.code(4)}`)
    const text = history.read(`src/module${round}.ts`)
    history.write(`src/module${round}.ts`, text.replace('rate', 'ratio'))
    history.commit('Round', [edited], 'an edit that a person changed a little')

    history.write(`src/person${round}.ts`, history.code(9))
    history.commit('By hand', [], 'what a person wrote')

    one.asks('One more.')
    const wrapped = one.writes(`src/format${round}.ts`, history.code(8))
    history.write(`src/format${round}.ts`, formatted(history.read(`src/format${round}.ts`)))
    history.commit('Formatted', [wrapped], 'what a formatter ran over')

    one.asks('First half.')
    const first = one.writes(`src/first${round}.ts`, history.code(6))
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'wip')
    two.asks('Second half.')
    const second = two.edits(
      `src/first${round}.ts`,
      history.read(`src/first${round}.ts`).split('\n')[5] ?? '',
      history.code(6),
    )
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'wip 2')
    history.git('reset', '-q', '--soft', 'HEAD~2')
    history.commit('Both halves', [first, second], 'two commits of two sessions, squashed')

    history.git('checkout', '-q', '-b', `topic${round}`)
    two.asks('On a branch.')
    two.writes(`src/topic${round}.ts`, history.code(7))
    const made = two.commits(`Topic ${round}`)
    history.git('checkout', '-q', 'main')
    history.write(`src/meanwhile${round}.ts`, history.code(5))
    history.commit('Meanwhile', [], 'what a person wrote meanwhile')
    history.tick(3600)
    history.git('rebase', '-q', 'main', `topic${round}`)
    history.label([made], 'a commit of the agent, rebased')
    history.git('checkout', '-q', 'main')
    history.git('merge', '-q', '--ff-only', `topic${round}`)

    one.asks('Write it where it does not stay.')
    const moved = one.writes(`src/before${round}.ts`, history.code(8))
    history.move(`src/before${round}.ts`, `lib/after${round}.ts`)
    history.commit('Moved', [moved], 'a file that was moved before it was committed')

    history.write(`src/braces${round}.ts`, '}\n{\n)\n')
    history.commit('Braces', [], 'lines that everybody writes')

    one.asks('Delegate this.')
    const delegated = one.delegates(`src/delegated${round}.ts`, history.code(6))
    history.commit('Delegated', [delegated], 'what a sub-agent wrote')

    two.asks('Append with the shell.')
    const appended = two.appendsByShell(`src/module${round}.ts`, history.code(5))
    history.commit('Appended', [appended], 'what an agent wrote through the shell')

    one.asks('A first version.')
    const early = one.writes(`src/amended${round}.ts`, history.code(5))
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'Amended')
    one.asks('And the rest.')
    const late = one.edits(`src/amended${round}.ts`, '', history.code(5))
    history.commit('Amended', [early, late], 'a commit that was amended', '--amend', `--date=${history.time(-60)}`)

    const shared = history.code(6)
    one.asks('Try it.')
    one.writes(`src/shared${round}.ts`, shared)
    history.remove(`src/shared${round}.ts`)
    two.asks('Write it again.')
    const again = two.writes(`src/shared${round}.ts`, shared)
    history.commit('Shared', [again], 'what two sessions wrote, one after the other')

    one.asks('Take it out.')
    const [gone = ''] = history
      .read(`src/module${round}.ts`)
      .split(/(?<=\n)(?= {2}const total\d+1 )/)
      .slice(1)
    const taken = one.edits(`src/module${round}.ts`, gone, '')
    history.commit('Less', [taken], 'lines that an agent took out')

    const codex = `0196c0de-0000-7000-8000-00000000000${round}`
    history.codexAdds(codex, `src/codex${round}.ts`, history.code(5))
    history.commit('Codex', [`${codex}/1`], 'a patch of another agent')

    one.asks('Rename it everywhere.')
    const replaced = one.writes(`src/replaced${round}.ts`, history.code(6))
    history.commit('To be replaced', [replaced], 'a file that an agent wrote')
    one.asks('With sed, please.')
    history.write(`src/replaced${round}.ts`, history.read(`src/replaced${round}.ts`).replaceAll('rate', 'share'))
    const byName = one.runs(`sed -i '' 's/rate/share/g' src/replaced${round}.ts`, '')
    history.commit('Replaced', [byName], 'what an agent replaced with sed')

    two.asks('Write it with a script.')
    const program = history.code(5)
    history.write(`src/script${round}.ts`, program)
    const scripted = two.runs(
      `python3 - <<'END'\nfrom pathlib import Path\nPath("src/script${round}.ts").write_text('''\n${program}''')\nEND`,
      '',
    )
    history.commit('Scripted', [scripted], 'what an agent wrote with a program of its own')

    two.asks('Move it.')
    history.git('mv', `src/script${round}.ts`, `lib/script${round}.ts`)
    const renamed = two.runs(`git mv src/script${round}.ts lib/script${round}.ts`, '')
    history.commit('Only moved', [renamed], 'a file that an agent moved')

    two.asks('Remove it.')
    history.remove(`lib/script${round}.ts`)
    const removed = two.runs(`rm lib/script${round}.ts`, '')
    history.commit('Removed', [removed], 'a file that an agent removed')

    one.asks('A first draft.')
    const draft = one.writes(`src/draft${round}.ts`, history.code(9))
    history.commit('Draft', [draft], 'a file that an agent wrote')
    history.write(`src/draft${round}.ts`, history.read(`src/draft${round}.ts`).replaceAll('total', 'sum'))
    history.commit('My words', [draft], 'what a person changed right after an agent, in the same file')
    two.asks('Have a look, too.')
    two.edits(`src/draft${round}.ts`, 'const sum', 'const whole')
    history.write(`src/draft${round}.ts`, history.code(7))
    history.commit('All new', [], 'what a person wrote over the work of two sessions')

    history.git('checkout', '-q', '-b', `merged${round}`)
    one.asks('On a branch that is merged.')
    const branch = one.writes(`src/merged${round}.ts`, history.code(7))
    history.commit('Merged', [branch], 'a commit on a branch')
    history.git('checkout', '-q', 'main')
    history.tick(600)
    history.git('merge', '-q', '--no-ff', '-m', 'Merge', `merged${round}`)
    history.label([branch], 'a merge')

    one.asks('Commit it quietly, with the message of a file.')
    history.write(`src/quiet${round}.ts`, history.code(6))
    const quiet = one.commitsWithMessageOf('.git/MESSAGE', `Quiet ${round}`)
    history.label([quiet], 'a commit of which git printed nothing')

    two.asks('Commit what is there.')
    history.write(`src/cut${round}.ts`, history.code(6))
    const cut = two.commitsAtItsEnd(`Cut off ${round}`)
    history.label([cut], 'a commit after which the transcript ends')

    two.asks('Copied from the other project.')
    history.write(`src/copied${round}.ts`, other.read(`src/module${round}.ts`))
    history.commit('Copied', [], 'what a session wrote in another repository')
  }
  history.goesOn(two, ids(4))
  history.finish()
  return history
}
