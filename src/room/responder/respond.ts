import { jsonIn } from '../../kernel/json.ts'
import { isStopword } from '../text/words.ts'
import { rankCards } from '../tools/canon-checker.ts'
import { filesNamedIn } from '../tools/task-router.ts'
import type { Tool, ToolId } from '../tools/tool.ts'
import { readScene, WorkspaceReader } from '../tools/workspace-reader.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import { answer, type PlannedCall, type ResponderContext, type ResponderResult } from './answer.ts'

/** The reply of the built-in responder to one step: text, read by the same parser as any model's. */
export async function respond(ctx: ResponderContext, tools: readonly Tool[]): Promise<string> {
  if (ctx.step === 'final' || ctx.nonce === null) return answer(ctx)
  const call = ctx.stepsLeft > 0 ? await nextCall(ctx, tools) : undefined
  const { nonce } = ctx
  if (ctx.step === 'decision') {
    return JSON.stringify(
      call ? { action: 'tool', tool: call.tool, args: call.args, nonce } : { action: 'final', nonce },
    )
  }
  if (call) return JSON.stringify({ tool: call.tool, args: call.args, nonce })
  return ctx.kind === 'phase1' ? 'NO_TOOLS_NEEDED' : answer(ctx)
}

const maxTargets = 3

/** What to run next; undefined when nothing more helps. */
async function nextCall(ctx: ResponderContext, tools: readonly Tool[]): Promise<PlannedCall | undefined> {
  const done = ctx.results.length
  const planned = (await plan(ctx)).filter(({ tool }) => ctx.allowedTools.includes(tool))
  const next = planned[done]
  if (next) return next
  if (done > 0 || !ctx.requireTool) return undefined
  return smallest(ctx, tools)
}

async function plan(ctx: ResponderContext): Promise<PlannedCall[]> {
  const { request, snapshot, results } = ctx
  const targets = filesNamedIn(request, snapshot.files).slice(0, maxTargets)
  const scenes = snapshot.files.filter(file => file.class === 'scene')
  const wanted = targets.filter(file => file.class === 'scene')
  const [scene] = wanted.length > 0 ? wanted : scenes
  switch (intentOf(request)) {
    case 'canon':
      return wanted.length > 0 ? Promise.all(wanted.map(each => canonCall(ctx, each))) : consistency(scenes, targets)
    case 'outline':
      return [{ tool: 'outline_analyzer', args: { mode: 'structure' } }]
    case 'draft':
      return scene ? [{ tool: 'scene_draft_validator', args: { scene_path: scene.path } }] : []
    case 'prose':
      return scene ? [{ tool: 'prose_analyzer', args: { scene_path: scene.path, focus: proseFocus(request) } }] : []
    case 'issues':
      return [{ tool: 'search_issues', args: { status: issueStatus(request) } }]
    case 'route':
      return [{ tool: 'task_router', args: { user_request: request.slice(0, 1000) } }]
    case 'read':
      return reading(targets[0], request, results)
  }
}

/** With the cards the scene mentions; without any, the checker itself says what is missing. */
async function canonCall({ snapshot, signal }: ResponderContext, scene: VfsFile): Promise<PlannedCall> {
  const reader = new WorkspaceReader({ snapshot, signal })
  const text = await reader.peek(scene)
  const known = await reader.known()
  const ranked = text ? rankCards(readScene(text, known, undefined), known) : []
  const mentioned = ranked.filter(({ mentions }) => mentions > 0).slice(0, maxCards)
  const cards = mentioned.length > 0 ? mentioned : ranked.slice(0, 4)
  const canon_paths = cards.map(({ card }) => card.path)
  return { tool: 'canon_checker', args: { scene_path: scene.path, ...(canon_paths.length > 0 && { canon_paths }) } }
}

const maxCards = 8

function consistency(scenes: readonly VfsFile[], targets: readonly VfsFile[]): PlannedCall[] {
  const cards = targets.filter(file => file.class === 'compendium')
  const paths = [...scenes, ...cards].map(({ path }) => path).slice(0, 10)
  return paths.length === 0 ? [] : [{ tool: 'consistency_checker', args: { file_paths: paths, focus: 'general' } }]
}

function reading(target: VfsFile | undefined, request: string, results: readonly ResponderResult[]): PlannedCall[] {
  if (target) return [{ tool: 'file_reader', args: { file_path: target.path, start_line: 1, end_line: 60 } }]
  const criteria = contentWords(request)
  if (criteria === '') return []
  const locate: PlannedCall = { tool: 'file_locator', args: { search_criteria: criteria, scan_mode: 'DEEP_SCAN' } }
  const best = bestMatch(results[0])
  if (!best) return [locate]
  const args = { file_path: best.path, start_line: Math.max(1, best.line - 5), end_line: best.line + 15 }
  return [locate, { tool: 'file_reader', args }]
}

function bestMatch(result: ResponderResult | undefined): { path: string; line: number } | undefined {
  if (result?.toolId !== 'file_locator' || !result.ok) return undefined
  const { files } = Object(jsonIn(result.text))
  const [file] = Array.isArray(files) ? files : []
  return typeof file?.path === 'string' ? { path: file.path, line: Number(file.matches?.[0]?.line ?? 1) } : undefined
}

/** The five longest content words, in their order. */
function contentWords(request: string): string {
  const words = [...new Set(request.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [])].filter(
    word => word.length > 2 && !isStopword(word.toLowerCase()),
  )
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 5)
  return words.filter(word => longest.includes(word)).join(' ')
}

/** A tool was demanded and none fits: the first allowed one with the least it needs. */
function smallest(
  { allowedTools, request, snapshot }: ResponderContext,
  tools: readonly Tool[],
): PlannedCall | undefined {
  const tool = tools.find(({ id }) => allowedTools.includes(id))
  if (!tool) return undefined
  const path = snapshot.files.find(file => file.class === 'scene')?.path ?? snapshot.files[0]?.path ?? 'Story'
  const args = tool.args
    .filter(({ required }) => required)
    .map(({ name, schema }) => [
      name,
      schema.type === 'array' ? [path] : name.endsWith('path') ? path : request.slice(0, 120),
    ])
  return { tool: tool.id satisfies ToolId, args: Object.fromEntries(args) }
}

const intents = ['canon', 'outline', 'draft', 'prose', 'issues', 'route', 'read'] as const
type Intent = (typeof intents)[number]

/** A star matches any ending. */
const triggers: { readonly [intent in Exclude<Intent, 'read'>]: readonly string[] } = {
  canon: ['canon', 'continuity', 'contradict*', 'consisten*', 'conflict*', 'mistake*', 'wrong'],
  outline: ['outline', 'structure', 'order', 'beat*', 'arc', 'stakes', 'plot'],
  draft: ['matches the outline', 'follow* the outline', 'validate', 'draft*'],
  prose: ['prose', 'pacing', 'rhythm', 'voice', 'dialogue', 'sentence*', 'adverb*', 'style', 'clarity'],
  issues: ['issue*', 'ticket*', 'backlog'],
  route: ['who should', 'assign', 'route', 'which agent'],
}

const patterns = Object.entries(triggers).map(([intent, words]) => ({
  // The keys of the table are the intents.
  intent: intent as Intent,
  words: words.map(
    word => new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll('*', '\\p{L}*')}(?![\\p{L}\\p{N}])`, 'giu'),
  ),
}))

/** What a request is about: the row with most hits, the first of equals, `read` when none has any. */
export function intentOf(request: string): Intent {
  const counted = patterns.map(({ intent, words }) => ({
    intent,
    hits: words.reduce((sum, word) => sum + [...request.matchAll(word)].length, 0),
  }))
  const maxHits = Math.max(...counted.map(({ hits }) => hits))
  return maxHits === 0 ? 'read' : (counted.find(({ hits }) => hits === maxHits)?.intent ?? 'read')
}

const aspects = [
  { aspect: 'pacing', word: /\bpacing\b/i },
  { aspect: 'voice', word: /\bvoice\b/i },
  { aspect: 'rhythm', word: /\brhythm\b/i },
] as const

/** The one aspect of prose a request names, when it names exactly one. */
export function proseFocus(request: string): 'pacing' | 'voice' | 'rhythm' | 'all' {
  const [only, ...others] = aspects.filter(({ word }) => word.test(request)).map(({ aspect }) => aspect)
  return only !== undefined && others.length === 0 ? only : 'all'
}

/** Which issues a request asks for. */
export function issueStatus(request: string): 'open' | 'closed' | 'all' {
  if (/\ball\b/i.test(request)) return 'all'
  return /\bclosed\b/i.test(request) ? 'closed' : 'open'
}
