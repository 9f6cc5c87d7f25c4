import { jsonIn } from '../../kernel/json.ts'
import { type Role, roleNamed } from '../agents/roles.ts'
import type { Span, ToolId } from '../tools/tool.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import { relevanceTo } from './passages.ts'

/** The agents whose results a role comments on in a round; roles that are not listed comment on all. */
const relevantTools: { readonly [role: string]: readonly ToolId[] } = {
  planner: ['outline_analyzer', 'scene_draft_validator'],
  writer: ['prose_analyzer', 'scene_draft_validator', 'file_reader'],
  editor: ['prose_analyzer', 'file_reader'],
  critic: ['prose_analyzer', 'consistency_checker', 'scene_draft_validator', 'file_reader'],
  continuity: ['canon_checker', 'consistency_checker', 'scene_draft_validator'],
}

const abstain = 'ABSTAIN'

/** An answer made of fixed phrases and of what the results hold; it cannot say anything else. */
export function answer(ctx: ResponderContext): string {
  const role = roleNamed(ctx.role)
  const inRound = ctx.kind === 'phase2'
  const results = ctx.results.filter(result => result.ok && (!inRound || isRelevant(role, result)))
  if (inRound && results.length === 0) return abstain
  const found = places(results, role, ctx)
  const skipped = ctx.retryReason === undefined ? 0 : retrySkips.has(ctx.retryReason) ? 1 : found.length
  const left = found.slice(skipped)
  if (left.length > 0) return findings(left)
  if (ctx.retryReason === undefined) {
    const without =
      results.map(negative).find(text => text !== undefined) ?? issueList(results, role) ?? routerAnswer(results, ctx)
    if (without !== undefined) return without
  }
  return inRound ? abstain : accessRequest(ctx)
}

/** After these the next place is tried; after any other there is nothing better to say. */
const retrySkips = new Set(['missing-receipt', 'receipt-mismatch', 'quote-not-found'])

interface ReceiptSpan extends Span {
  receiptId: string
}

function isRelevant({ key }: Role, { toolId }: ResponderResult): boolean {
  return relevantTools[key]?.includes(toolId) ?? true
}

/** What the role may cite, weightiest first, one per line of a file. */
function places(
  results: readonly ResponderResult[],
  { sources }: Role,
  { request, snapshot }: ResponderContext,
): ReceiptSpan[] {
  const all = results.flatMap(({ spans, receiptId }) => spans.map(span => ({ ...span, receiptId })))
  const citable = all.filter(span => sources.includes(span.class) && inQuotes(span.quote) !== undefined)
  const seen = new Set<string>()
  const tells = snapshot.template === 'code' ? relevanceTo(request) : () => 1
  return citable
    .map((span, order) => ({ span, order, tells: tells(span.quote) }))
    .filter(each => each.tells > 0)
    .sort((a, b) => b.span.weight - a.span.weight || b.tells - a.tells || a.order - b.order)
    .map(({ span }) => span)
    .filter(({ path, start_line }) => {
      const key = `${path}:${start_line}`
      return seen.has(key) ? false : Boolean(seen.add(key))
    })
}

/** It says where and quotes, nothing of its own: what it says is what the files say, every place of it cited. */
function findings(found: readonly ReceiptSpan[]): string {
  const shown = found.slice(0, mostShown)
  const count = found.length === 1 ? 'One place to look at' : `${found.length} places to look at`
  const head = found.length > shown.length ? `${count}; ${shown.length} of them:` : `${count}.`
  const bullets = shown.map(({ path, start_line, quote }) => `- ${inQuotes(quote)} (${path}:${start_line})`)
  const cited = shown.map(({ path, start_line, quote }) => `${path} line ${start_line}: ${inQuotes(quote)}`)
  const receipts = [...new Set(shown.map(({ receiptId }) => receiptId))].map(id => `receipt_id: ${id}`)
  return [head, ...bullets, `Evidence: [content] ${cited.join('; ')} ${receipts.join(' ')}`].join('\n')
}

const mostShown = 3

const quotePairs = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
] as const

/** In the first pair of marks that does not occur in it. */
function inQuotes(text: string): string | undefined {
  const pair = quotePairs.find(([open, close]) => !text.includes(open) && !text.includes(close))
  return pair && `${pair[0]}${text}${pair[1]}`
}

const nothingFound: { readonly [tool in ToolId]?: string } = {
  canon_checker: 'contradiction with canon',
  consistency_checker: 'contradiction',
  prose_analyzer: 'finding',
  outline_analyzer: 'finding',
  scene_draft_validator: 'finding',
}

/** A check that found nothing says so, for the files it read from end to end. */
function negative(result: ResponderResult): string | undefined {
  const { toolId, wholeFiles, spans, receiptId } = result
  const phrase = toolId === 'file_locator' ? lookedFor(result) : nothingFound[toolId]
  if (phrase === undefined || wholeFiles.length === 0 || spans.some(({ weight }) => weight > 20)) return undefined
  return [
    `The check found no ${phrase}.`,
    `Evidence: [absence] I checked ${wholeFiles.join(', ')} and found no ${phrase} receipt_id: ${receiptId}`,
  ].join('\n')
}

/** In quotes, because what is absent is checked by its words. */
function lookedFor({ args: { search_criteria: words } }: ResponderResult): string | undefined {
  const named =
    typeof words === 'string' && words.trim() !== '' && !words.includes('\n') ? inQuotes(words.trim()) : undefined
  return named && `mention of ${named}`
}

function issueList(results: readonly ResponderResult[], { mayCiteIssues }: Role): string | undefined {
  const result = results.find(({ toolId }) => toolId === 'search_issues')
  if (!result || !mayCiteIssues) return undefined
  const issues = issuesIn(result.text)
  const [first] = issues
  if (!first) return undefined
  const lines = issues.slice(0, 5).map(({ id, title, status }) => `- #${id} ${withoutConferenceId(title)} (${status})`)
  return ['These issues fit.', ...lines, `Evidence: issue #${first.id} receipt_id: ${result.receiptId}`].join('\n')
}

/** Conferences are filed under their ids, which mean nothing to a reader. */
function withoutConferenceId(title: string): string {
  return title.replace(/^Conference conf_\w+ — Turn (\d+)$/, 'Round $1 of a conference')
}

function issuesIn(text: string): { id: number; title: string; status: string }[] {
  const { issues } = Object(jsonIn(text))
  return Array.isArray(issues) ? issues : []
}

/** Where a router sent the request; it read no file that could be cited, so the next step is named instead. */
function routerAnswer(results: readonly ResponderResult[], ctx: ResponderContext): string | undefined {
  const [only, ...others] = results
  if (only?.toolId !== 'task_router' || others.length > 0) return undefined
  const lines = only.text.split('\n')
  const value = (key: string) => lines.find(line => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? 'chief'
  return [
    `This belongs to ${value('ROUTE')}; it asks for ${value('EVIDENCE_TYPE')}.`,
    `Evidence: [access] ACCESS_REQUEST: ${firstFolder(ctx)}/`,
  ].join('\n')
}

function accessRequest(ctx: ResponderContext): string {
  const { snapshot } = ctx
  return [
    'Nothing that was read answers this.',
    `Evidence: [access] ACCESS_REQUEST: ${snapshot.outlinePath ?? `${firstFolder(ctx)}/`}`,
  ].join('\n')
}

/** A folder that is there; an empty story has none of its own yet. */
function firstFolder({ snapshot }: ResponderContext): string {
  return snapshot.folders.includes('Story') ? 'Story' : (snapshot.folders[0] ?? 'Story')
}

/** A tool result as the responder sees it: nothing else is there to speak about. */
export interface ResponderResult {
  receiptId: string
  toolId: ToolId
  ok: boolean
  args: { readonly [name: string]: unknown }
  text: string
  spans: readonly Span[]
  /** Files the tool read from end to end. */
  wholeFiles: readonly string[]
}

/** What the built-in responder knows of a turn. */
export interface ResponderContext {
  /** What the step asks for. */
  step: 'call' | 'decision' | 'final'
  kind: 'tools' | 'phase1' | 'phase2' | 'step'
  role: string
  request: string
  nonce: string | null
  allowedTools: readonly ToolId[]
  requireTool: boolean
  stepsLeft: number
  /** Of this turn, or of the round. */
  results: readonly ResponderResult[]
  /** Why the last answer was not accepted. */
  retryReason?: string
  /** Read only to choose arguments. */
  snapshot: Snapshot
  signal: AbortSignal
}

export interface PlannedCall {
  tool: ToolId
  args: { readonly [name: string]: unknown }
}
