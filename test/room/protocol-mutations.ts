import type { ToolId } from '../../src/room/tools/tool.ts'
import { leastArgs } from './protocol-tools.ts'

export const live = '0123456789abcdef0123456789abcdef'
export const spent = 'fedcba9876543210fedcba9876543210'

/** Numbers below `n`, the same for the same seed. */
export type Draw = (n: number) => number

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return n => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n
  }
}

/** A reply as a model might have meant it, changed one to three times. */
export function mutatedReply(draw: Draw, step: 'call' | 'decision'): string {
  const meant = validReply(draw, step)
  let reply = meant
  for (let times = 1 + draw(3); times > 0 || reply === meant; times--) reply = pick(draw, mutations)(reply, draw, step)
  return reply
}

const moreArgs: { readonly [id in ToolId]: readonly { [name: string]: unknown }[] } = {
  file_locator: [{ max_results: 2 }, { scan_mode: 'DEEP_SCAN', dry_run: null }, { include_globs: true }],
  file_reader: [{ start_line: 3, end_line: 9 }, { include_line_numbers: false }, { from: 2 }],
  outline_analyzer: [{ outline_path: 'Story/SCN-outline.md' }, { mode: 'full' }, { Outline: 'o.md' }],
  canon_checker: [{ canon_paths: ['a.md', 'b.md'] }, { mode: 'strict' }, { canon: [] }],
  task_router: [{ dry_run: true }, { dry_run: false }, {}],
  search_issues: [{ tags: ['bell'], status: 'all' }, { minInterestLevel: 5, assignee: 'x' }, { priority: 'urgent' }],
  prose_analyzer: [{ focus: 'voice' }, { 'dry-run': true }, {}],
  consistency_checker: [{ focus: 'events' }, { dry_run: null }, {}],
  scene_draft_validator: [{ include_canon: true }, { outline: 'o.md' }, {}],
}

const otherNames = ['File-Locator', 'read_file', 'Issue Search', 'CANON_CHECKER', 'line_editor', 'file locator ', '']

function validReply(draw: Draw, step: 'call' | 'decision'): string {
  const nonce = draw(12) === 0 ? spent : live
  if (step === 'decision' && draw(4) === 0) return JSON.stringify({ action: 'final', nonce })
  const tool = pick(draw, Object.keys(leastArgs))
  // The keys of the fixture are the ids of the tools.
  const id = tool as ToolId
  const args = { ...leastArgs[id], ...(draw(2) === 0 && pick(draw, moreArgs[id])) }
  const envelope = { tool: draw(10) === 0 ? pick(draw, otherNames) : tool, args, nonce }
  return JSON.stringify(step === 'decision' ? { action: 'tool', ...envelope } : envelope, null, draw(3))
}

type Mutation = (reply: string, draw: Draw, step: 'call' | 'decision') => string

const prose = [
  'Sure: ',
  '\n\nDone.',
  'I checked and found nothing. ',
  'Evidence: a.md line 1',
  '// note\n',
  '/* x */',
  'ABSTAIN',
]
const tags = ['<think>', '</think>', '[thought]', '[/thought]', '<thinking>', '</THINKING>', '[think]', '[/think]']
const fences = ['```json\n', '```', '~~~\n', '\n```\n', '`']
const characters = [
  '\u200b',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '\u0000',
  '“',
  '＂',
  '：',
  'е',
  '\ud800',
  '\\u0000',
  '\\',
  '"',
  '{',
  '}',
  ',',
  ' ',
  '\n',
  'é',
  '😀',
  '\u202e',
]
const respelled: [RegExp, string][] = [
  [/:(\d+)/, ':$1.0'],
  [/:(\d+)/, ':"$1"'],
  [/:(\d+)/, ':$1e0'],
  [/:(\d+)/, ':0$1'],
  [/:true/, ':True'],
  [/:null/, ':undefined'],
  [/"tool"/, "'tool'"],
  [/"tool"/, '"t\\u006fol"'],
  [/"args"/, '"arguments"'],
  [/"nonce"/, '"Nonce"'],
  [/"action"/, '"Action"'],
  [/"tool":/, '"tool" \t:\n'],
  [/_path"/, 'Path"'],
  [/"dry_run"/, '"Dry Run"'],
  [/\}$/, ',}'],
  [/\}$/, '};'],
  [/\]/, ',]'],
  [/"x"/, '"a}}{b"'],
  [/"x"/, '"<think>"'],
]

const mutations: readonly Mutation[] = [
  flipBit,
  flipBit,
  (reply, draw) => splice(reply, draw(reply.length + 1), 1 + draw(4), ''),
  (reply, draw) => splice(reply, draw(reply.length + 1), 0, pick(draw, characters)),
  (reply, draw) => splice(reply, draw(reply.length + 1), draw(2), pick(draw, characters)),
  (reply, draw) => (draw(2) === 0 ? pick(draw, characters) + reply : reply + pick(draw, characters)),
  (reply, draw) => (draw(2) === 0 ? pick(draw, prose) + reply : reply + pick(draw, prose)),
  (reply, draw) => `${pick(draw, fences)}${reply}${pick(draw, fences)}`,
  (reply, draw) => `${pick(draw, tags)}${pick(draw, prose)}${pick(draw, tags)}${reply}`,
  (reply, draw) => splice(reply, draw(reply.length + 1), 0, pick(draw, tags)),
  (reply, draw, step) => `<think>${validReply(draw, step)}</think>${reply}`,
  (reply, draw, step) => reply + pick(draw, ['', '\n', ',', ';', ' and ']) + validReply(draw, step),
  (reply, draw, step) => spliced(reply, validReply(draw, step), draw),
  (reply, draw) => reply.replace(...pick(draw, respelled)),
  (reply, draw) => reply.replace(...pick(draw, respelled)),
  (reply, draw) =>
    reply.replace(live, pick(draw, [spent, ` ${live}`, live.toUpperCase(), live.slice(1), '', `${live}\\u0000`])),
  (reply, draw) => repeatMember(reply, draw, member => member),
  (reply, draw) => repeatMember(reply, draw, member => member.replace(/^"[^"]*"/, key => key.toUpperCase())),
  (reply, draw) => repeatMember(reply, draw, member => member.replace(/^"([^"]*)":.*/s, '" $1":"y"')),
  (reply, draw) => reply.replace(/\{(?=")/, `{"${pick(draw, ['note', 'action', '__proto__', 'tool ', 'id'])}":1,`),
  (reply, draw) => reply.slice(0, draw(reply.length + 1)),
  reply => `[${reply}]`,
  (reply, draw) => reply.replaceAll(pick(draw, [':', ',', '{', '}']), match => ` ${match}\n`),
  reply => reply.replace(/"args":\s*\{/, match => `${match}"a":${'['.repeat(40)}`),
  (reply, draw) => reply.replace(/[a-z]/g, letter => (draw(200) === 0 ? letter.toUpperCase() : letter)),
]

/** As it would arrive: bytes, read as UTF-8 with the mark for what is none. */
function flipBit(reply: string, draw: Draw): string {
  const bytes = Buffer.from(reply)
  const at = draw(bytes.length || 1)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8))
  return bytes.toString('utf8')
}

function repeatMember(reply: string, draw: Draw, respell: (member: string) => string): string {
  const members = [...reply.matchAll(/"[^"\\]*":\s*(?:"[^"\\]*"|\d+|true|false|null)/g)]
  const member = members[draw(members.length || 1)]
  return member ? splice(reply, member.index, 0, `${respell(member[0])},`) : reply
}

function spliced(a: string, b: string, draw: Draw): string {
  return a.slice(0, draw(a.length + 1)) + b.slice(draw(b.length + 1))
}

function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed)
}

function pick<T>(draw: Draw, list: readonly [T, ...T[]] | readonly T[]): T {
  const one = list[draw(list.length)]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}
