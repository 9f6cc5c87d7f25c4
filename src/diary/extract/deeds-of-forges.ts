import { stripVTControlCharacters } from 'node:util'
import type { DeedKind } from '../schema.ts'
import { isSuccess, type PlacedCommand } from './repository.ts'
import { operands, optionOf } from './shell/programs.ts'
import { excerpt } from './text.ts'
import type { FoundDeed } from './turn-parts.ts'

/** What `gh` and `glab` did to pull requests, issues and releases. */
export function requestDeeds(command: PlacedCommand): FoundDeed[] {
  const { program, args, run } = command
  const text = stripVTControlCharacters(run.result?.text ?? '')
  const [noun = '', verb = '', named] = operands(program, args)
  if (noun === 'api') return apiDeeds(command, text)
  const rule = rules.find(each => each.nouns.includes(noun) && each.verbs.includes(verb))
  if (!rule) return []
  const number = numberIn(text, rule.address) ?? numberOf(named)
  const isShown = rule.address?.test(text)
  // Without an address in its output only the exit status shows that it happened.
  if (!isShown && (rule.needsAddress || !isSuccess(command))) return []
  if (verb === 'merge' && args.some(arg => arg === '--auto' || arg === '--when-pipeline-succeeds')) return []
  const title = optionOf(args, '--title', '-t')
  const which = number === null ? '' : ` #${number}`
  const about = title === null || verb !== 'create' ? '' : `: “${excerpt(title, 120, null)}”`
  const tag = noun === 'release' && named !== undefined ? ` ${excerpt(named, 60, null)}` : ''
  const did = reviewWords(verb, args) ?? rule.did
  return [
    {
      kind: rule.kind,
      text: `${did}${tag}${which}${about}.`,
      plain: `${did}.`,
      number,
      title: verb === 'create' ? title : null,
    },
  ]
}

interface Rule {
  nouns: readonly string[]
  verbs: readonly string[]
  kind: DeedKind
  did: string
  address: RegExp | null
  needsAddress: boolean
}

const request = /\/(?:pull|merge_requests)\/(\d{1,9})/
const issue = /\/issues\/(\d{1,9})/
const requests = ['pr', 'mr']

// What opens a pull request is reported with the requests that the client notes.
const rules: readonly Rule[] = [
  row(requests, ['merge', 'accept'], 'pull_request', 'Merged pull request', null),
  row(requests, ['close'], 'pull_request', 'Closed pull request', null),
  row(requests, ['reopen'], 'pull_request', 'Reopened pull request', null),
  row(requests, ['ready'], 'pull_request', 'Marked ready for review pull request', null),
  row(requests, ['edit', 'update'], 'pull_request', 'Edited pull request', request),
  row(requests, ['comment', 'note'], 'comment', 'Commented on pull request', request),
  row(requests, ['review', 'approve'], 'review', 'Reviewed pull request', null),
  row(['issue'], ['create'], 'issue', 'Opened issue', issue, true),
  row(['issue'], ['close'], 'issue', 'Closed issue', null),
  row(['issue'], ['reopen'], 'issue', 'Reopened issue', null),
  row(['issue'], ['edit', 'update'], 'issue', 'Edited issue', issue),
  row(['issue'], ['comment', 'note'], 'comment', 'Commented on issue', issue),
  row(['release'], ['create'], 'release', 'Released', /\/releases\/(?:tag\/)?\S/, true),
]

function row(
  nouns: readonly string[],
  verbs: readonly string[],
  kind: DeedKind,
  did: string,
  address: RegExp | null,
  needsAddress = false,
): Rule {
  return { nouns, verbs, kind, did, address, needsAddress }
}

function reviewWords(verb: string, args: readonly string[]): string | null {
  if (verb === 'approve' || args.includes('--approve')) return 'Approved pull request'
  if (verb !== 'review') return null
  return args.includes('--request-changes') || args.includes('-r') ? 'Requested changes on pull request' : null
}

function numberIn(text: string, address: RegExp | null): number | null {
  const number = address?.exec(text)?.[1]
  return number === undefined || !/^\d+$/.test(number) ? null : Number(number)
}

/** `12`, `#12`, or the address of a request. */
function numberOf(word: string | undefined): number | null {
  const number = /(?:^#?|\/)(\d{1,9})$/.exec(word ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** `gh api repos/o/r/pulls/12/comments/3/replies -f body=…`: a reply to a review comment. */
function apiDeeds(command: PlacedCommand, text: string): FoundDeed[] {
  const { args } = command
  const method = (
    optionOf(args, '-X', '--method') ?? (args.some(arg => /^-[fF]$|^--(?:raw-)?field/.test(arg)) ? 'POST' : 'GET')
  ).toUpperCase()
  const path = operands('gh', args)[1] ?? ''
  if (method !== 'POST' || !(isSuccess(command) || /"html_url": ?"/.test(text)) || /"message": ?"Not Found"/.test(text))
    return []
  const reply = /\/pulls\/(\d{1,9})\/(?:comments|reviews)/.exec(path)?.[1]
  if (reply !== undefined) {
    return [
      {
        kind: 'review',
        text: `Answered the review of pull request #${reply}.`,
        plain: 'Answered a review.',
        number: Number(reply),
      },
    ]
  }
  const comment = /\/issues\/(\d{1,9})\/comments$/.exec(path)?.[1]
  return comment === undefined
    ? []
    : [{ kind: 'comment', text: `Commented on #${comment}.`, plain: 'Commented on an issue.', number: Number(comment) }]
}
