import type { Template } from '../workspace/template.ts'

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

/** In a repository the words of stories mean other things: a draft, an order, a style, a conflict, a route. */
const codeTriggers: typeof triggers = {
  outline: [],
  draft: [],
  prose: [],
  canon: ['canon', 'continuity', 'contradict*', 'inconsisten*'],
  issues: triggers.issues,
  route: ['who should', 'which agent'],
}

const patterns: { readonly [template in Template]: ReturnType<typeof patternsOf> } = {
  story: patternsOf(triggers),
  code: patternsOf(codeTriggers),
}

function patternsOf(table: typeof triggers) {
  return Object.entries(table).map(([intent, words]) => ({
    // The keys of the table are the intents.
    intent: intent as Intent,
    words: words.map(
      word => new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll('*', '\\p{L}*')}(?![\\p{L}\\p{N}])`, 'giu'),
    ),
  }))
}

/** What a request is about: the row with most hits, the first of equals, `read` when none has any. */
export function intentOf(request: string, template: Template = 'story'): Intent {
  const counted = patterns[template].map(({ intent, words }) => ({
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
