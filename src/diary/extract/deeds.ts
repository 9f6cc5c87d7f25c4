import { stripVTControlCharacters } from 'node:util'
import { formatCount } from '../../kernel/numbers.ts'
import type { DeedKind } from '../schema.ts'
import { commitLines } from './commits.ts'
import { requestDeeds } from './deeds-of-forges.ts'
import { isSuccess, type PlacedCommand } from './repository.ts'
import { commandText } from './shell/commands.ts'
import { deedCommands } from './shell/deed-programs.ts'
import { operands, optionOf } from './shell/programs.ts'
import { excerpt, list, quotedCommand, summary } from './text.ts'
import { toolDeeds } from './tool-deeds.ts'
import type { ToolRun } from './tool-runs.ts'
import type { FoundDeed } from './turn-parts.ts'

/** Something the turn did that others see, and that its output shows to have happened. */
export interface Deed {
  kind: DeedKind
  summary: string
  /** Of the pull request or issue. */
  number: number | null
  title: string | null
  lines: number[]
}

/** What a turn did, in order; one mention of what it did several times. */
export function deedsOf(calls: readonly PlacedCommand[][], runs: readonly ToolRun[], root: string | null): Deed[] {
  const found = [
    ...calls.flatMap(commands => {
      const [first] = commands
      return first
        ? commands.flatMap(command => commandDeeds(command, root).map(deed => ({ deed, run: first.run })))
        : []
    }),
    ...runs.flatMap(run => toolDeeds(run).map(deed => ({ deed, run }))),
  ]
  const deeds = new Map<string, Deed>()
  for (const { deed, run } of found.sort((one, other) => one.run.at - other.run.at)) {
    const words = summary(deed.text, deed.plain, root)
    const known = deeds.get(words)
    if (known) known.lines = [...known.lines, ...run.lines]
    else {
      const { kind, number = null, title = null } = deed
      deeds.set(words, { kind, summary: words, number, title, lines: [...run.lines] })
    }
  }
  return [...deeds.values()].slice(-mostDeeds)
}

const mostDeeds = 40

function commandDeeds(command: PlacedCommand, root: string | null): FoundDeed[] {
  const { program, args, run } = command
  if (args.includes('--dry-run') || args.includes('--help') || args.includes('-n')) return []
  if (program === 'git') return command.isOwn ? gitDeeds(command) : []
  if (program === 'gh' || program === 'glab') return requestDeeds(command)
  const words = operands(program, args)
  const rule = deedCommands.find(
    each =>
      each.program === program &&
      each.words.every((word, i) => (word.startsWith('-') ? args.includes(word) : words[i] === word)),
  )
  if (!rule || !run.result || args.some(arg => /^--dry-run=/.test(arg))) return []
  const text = stripVTControlCharacters(run.result.text)
  if (rule.shown ? !rule.shown.test(text) || isFailure(command) : !isSuccess(command)) return []
  const { verb, plain } = verbs[rule.kind]
  return [{ kind: rule.kind, text: `${verb} with ${quotedCommand(commandText(command.command), root)}.`, plain }]
}

const verbs = {
  publish: { verb: 'Published', plain: 'Published a package.' },
  deploy: { verb: 'Deployed', plain: 'Deployed.' },
  migration: { verb: 'Migrated the database', plain: 'Migrated the database.' },
}

/** Its own exit status is known to be another. */
function isFailure({ command, run }: PlacedCommand): boolean {
  return !command.masked && (run.result?.error === true || (run.result?.exit ?? 0) !== 0)
}

function gitDeeds(command: PlacedCommand): FoundDeed[] {
  const { args, run } = command
  const [verb = '', ...words] = operands('git', args)
  const text = stripVTControlCharacters(run.result?.text ?? '')
  switch (verb) {
    case 'push':
      return pushDeeds(text)
    case 'merge': {
      const [branch] = words
      // With `--squash` it only prepares a commit.
      const isDone = /^(?:Fast-forward|Merge made by )/m.test(text) && !args.includes('--squash')
      if (!branch || !isDone) return []
      return [{ kind: 'merge', text: `Merged ${excerpt(branch, 80, null)}.`, plain: 'Merged a branch.' }]
    }
    case 'rebase': {
      const branch = /\bSuccessfully rebased and updated (?:refs\/heads\/)?(\S+?)\.(?:\s|$)/.exec(text)?.[1]
      const target = optionOf(args, '--onto') ?? operands('git rebase', args.slice(args.indexOf(verb) + 1))[0]
      const onto = target === undefined ? '' : ` onto ${target}`
      return branch === undefined
        ? []
        : [{ kind: 'rebase', text: `Rebased ${branch}${onto}.`, plain: 'Rebased a branch.' }]
    }
    case 'cherry-pick':
    case 'revert': {
      const kind = verb === 'revert' ? 'revert' : 'cherry_pick'
      const did = verb === 'revert' ? 'Reverted a commit' : 'Cherry-picked'
      return commitLines(text).map(({ hash, subject }) => ({
        kind,
        text: `${did}: “${excerpt(subject, 80, null)}” (${hash}).`,
        plain: `${did}.`,
      }))
    }
    case 'tag': {
      const [name] = words
      const isOther = args.some(arg =>
        /^(?:-[dlvn]\d*|--(?:delete|list|verify|points-at|contains|sort|merged).*)$/.test(arg),
      )
      return name !== undefined && !isOther && isSuccess(command)
        ? [{ kind: 'tag', text: `Tagged ${excerpt(name, 80, null)}.`, plain: 'Made a tag.' }]
        : []
    }
    default:
      return []
  }
}

/** ` 1a2b3c4..5d6e7f8  main -> main`, ` * [new branch]  x -> x`, as git prints each ref that it pushed. */
function pushDeeds(text: string): FoundDeed[] {
  const refs = text.split('\n').flatMap(line => {
    const arrow = line.indexOf(' -> ')
    const flag = /^ ([ *+-]) (?:\[(new branch|new tag|new reference)\]|[0-9a-f]{4,40}\.{2,3}[0-9a-f]{4,40}) /.exec(line)
    const name = arrow < 0 ? undefined : /^\S+/.exec(line.slice(arrow + 4))?.[0]
    return flag && name !== undefined ? [{ mark: flag[1] ?? '', is: flag[2] ?? '', name: excerpt(name, 80, null) }] : []
  })
  if (refs.length === 0) return []
  const tags = refs.filter(({ is }) => is === 'new tag').map(({ name }) => name)
  const branches = refs.filter(({ is }) => is !== 'new tag')
  const names = list(branches.map(({ name }) => name))
  const forced = branches.some(({ mark }) => mark === '+')
  const told = [
    branches.length > 0 && `${forced ? 'Force-pushed' : 'Pushed'} ${names}`,
    tags.length > 0 && `${branches.length > 0 ? 'and' : 'Pushed'} ${formatCount(tags.length, 'tag')} ${list(tags)}`,
  ]
  return [{ kind: 'push', text: `${told.filter(Boolean).join(' ')}.`, plain: 'Pushed.' }]
}
