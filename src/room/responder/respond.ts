import { jsonIn } from '../../kernel/json.ts'
import { isStopword } from '../text/words.ts'
import { rankCards } from '../tools/canon-checker.ts'
import { codeFilesNamedIn, filesNamedIn } from '../tools/task-router.ts'
import type { Tool, ToolId } from '../tools/tool.ts'
import { readScene, WorkspaceReader } from '../tools/workspace-reader.ts'
import type { VfsFile } from '../workspace/vfs.ts'
import { answer, type PlannedCall, type ResponderContext, type ResponderResult } from './answer.ts'
import { intentOf, issueStatus, proseFocus } from './intents.ts'
import { passagesFor } from './passages.ts'

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
  const isCode = snapshot.template === 'code'
  const targets = (isCode ? codeFilesNamedIn : filesNamedIn)(request, snapshot.files).slice(0, maxTargets)
  const scenes = snapshot.files.filter(file => file.class === 'scene')
  const wanted = targets.filter(file => file.class === 'scene')
  const [scene] = wanted.length > 0 ? wanted : scenes
  switch (intentOf(request, snapshot.template)) {
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
      return isCode ? codeReading(ctx, targets[0]) : reading(targets[0], request, results)
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

/** What a repository says is spread over its files: the best passages of several are read, or of the one that is named. */
async function codeReading(
  { request, snapshot, signal }: ResponderContext,
  target: VfsFile | undefined,
): Promise<PlannedCall[]> {
  const found = await passagesFor(request, target, new WorkspaceReader({ snapshot, signal }))
  if (found.length === 0) return reading(undefined, request, [])
  return found.map(({ path, start, end }) => ({
    tool: 'file_reader',
    args: { file_path: path, start_line: start, end_line: end },
  }))
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
