import { trimEndOf } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { beginsWithDeed } from '../extract/closing.ts'
import { elsewhere } from './languages.ts'
import { type Turn, tellingIn, tellingWords } from './node.ts'
import { ending, isUnfinished, nameOfCode } from './wording.ts'

/** A statement of the agent as a title has it: “I've added a spinner.” becomes “Added a spinner”. */
export function statementOf(sentence: string): string {
  const text = sentence
    .replace(/ \([^()]*\)/g, part => (placeInBrackets.test(part) ? '' : part))
    .replace(
      /^(?:the )?(?:summary|fix|change|changes|result|answer|solution|key (?:change|insight|fix)|done|fixed)\s*[:–—]\s*/i,
      '',
    )
    .replace(/^(?:so|now|and|yes|no|ok|okay|done|fixed|perfect|great) ?[,:;.!–—-]+ */i, '')
    .replace(/^now (?=\p{L})/iu, '')
    .replace(/^this (?:pr|pull request|merge request|branch|change|commit|patch) (?=\p{Ll}+s (?!been\b))/iu, '')
    .replace(
      /^(?:i['’]ve|i have|i|we['’]ve|we have|we)(?: now| also| just| successfully)* (?=(?:\p{L}+ed|made|built|wrote|split|set|kept|found|put|took|ran)\b)/iu,
      '',
    )
  const passing = text.search(/[;,] (?:and )?all (?:\d+ )?(?:tests?|checks?) (?:now )?pass\b/i)
  return capitalize(trimEndOf(passing < 0 ? text : text.slice(0, passing), ending))
}

/** “(src/rows.ts:12)”, “(lines 3-9)”. */
const placeInBrackets = /^ \((?:lines? \d|[^()\s]{1,120}\.\p{Ll}{1,5}[:,)\s])/u

/** Whether a statement of the agent says what the work was about. */
export function isWholeStatement(text: string): boolean {
  // “Effort: low” is the value of something that is named elsewhere.
  if (/^(?:\S+ ){0,2}\S+: /.test(text)) return false
  // What was there before, or is in the way, is not what was done.
  if (
    /\b(?:already (?:exists?|has|have|does|there|done|works?)|(?:is|are|was|were) already|conflicts? with)\b/i.test(
      text,
    )
  )
    return false
  if (handedOver.test(text) || counted.test(text)) return false
  return (
    (text.split(' ').length >= 4 || elsewhere.longEnough.test(text)) &&
    // The name of something new says what was made.
    tellingWords(text) >= (/^New \p{L}/u.test(text) ? 1 : 2) &&
    !isUnfinished(text) &&
    !/\bas (?:you )?(?:requested|asked|wanted|expected|discussed)$/i.test(text) &&
    // What the person may do next, or has seen.
    !/\byou (?:just|saw|see|can|could|will|should|might|may|need|want)\b/i.test(text) &&
    !/^(?:hit|ran into|try|re-?run|run|restart|visit|navigate|push|please)\b/i.test(text) &&
    !/^(?:no|or|and|the (?:root |main |actual |real )?(?:problem|issue|bug|cause|error|failure)s?|i['’]m|i am|i['’]d|i|my|you|your|it|this|that|these|those|there|they|if|when|while|once|since|because|otherwise|both|however|but|note|given|depending|based|looking|considering|assuming|unless|until|although|though|we)\b/i.test(
      text,
    )
  )
}

/** “Commit e7e4a1a is on export-names”, “PR #12 has four commits”, “Applied Ada's suggestion” tell where it is, not what. */
const handedOver =
  /^(?:the )?(?:commits?|pr|mr|pull request|merge request|branch)\b[^,;:.]{0,40} (?:is|are|was|were|has|have|now)\b|^(?:applied|addressed|incorporated|took over) (?:\S+ ){0,4}(?:suggestions?|feedback|comments?|findings?|review)\b|(?<![\w/-])(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[\da-f]{7,40}(?![\w-])/i

/** “All three valid”, “Four changes to the plan”: what they are is said below. */
const counted =
  /^(?:all|both|these|every|everything)(?! (?:of )?the\b)\b|^(?:two|three|four|five|six|seven|eight|nine|ten|several|a few|\d{1,3}) (?:\p{L}+ ){0,2}(?:changes?|fixes|things?|findings?|items?|points?|answers?|options?|parts?|issues?|commits?|files?|steps?)\b/iu

/** Whether the agent takes back what it reported in a turn, by its words in a later turn of the session. */
export function isRetracted({ session_ref, facts }: Turn, later: readonly Turn[]): boolean {
  const reported = tellingIn([facts?.closing?.text ?? ''])
  const following = later.filter(turn => turn.session_ref === session_ref)
  return following.some((turn, at) => {
    const words = tellingIn([turn.facts?.closing?.retracted ?? ''])
    const isAboutIt = words.filter(word => reported.includes(word)).length >= 2
    // “I was wrong” alone is about what was said just before.
    return (turn.facts?.closing?.retracted ?? null) !== null && (isAboutIt || (words.length < 2 && at === 0))
  })
}

/** Whether a statement tells what was done or is so now, not what was found. */
export function tellsDeed(text: string): boolean {
  if (intoTracker.test(text)) return false
  // A statement in another language is taken as it is.
  return (
    deed.test(text) ||
    beginsWithDeed(text) ||
    !/\b(?:the|are|were|was|has|have|but|of|and|that|with|which|should|this|they|it|for|from|not)\b/i.test(text)
  )
}

const deed =
  /^(?:Made|Built|Wrote|Split|Kept|Put|Took)\b|\b(?:now|no longer|instead of|has been|have been|is (?:complete|implemented|fixed|in place))\b|^The (?:changes?|fix|update|patch|refactoring) (?!should|would|could|will|may|might|is|was|for|in|to)\p{Ll}/u

/** Whether a statement begins with a detail of the code, which tells the work only to somebody who knows it. */
export function namesCode(text: string): boolean {
  const words = text.split(' ').slice(0, 6)
  return (
    nameOfCode.test(words.join(' ')) || placeOfCode.test(words.slice(0, 3).join(' ')) || wrote.test(words.join(' '))
  )
}

/** `src/rows.ts`, `rows.ts:12`. */
const placeOfCode = /\w\/[\w.-]*\.\p{Ll}|\.\p{Ll}{1,4}:\d/u

/** “Logged the issue at `docs/issue.md`” says where something is. */
const wrote = / at \S{0,80}\w\/[\w.-]{1,80}\.\p{Ll}/u

/** What was written into a tracker is about the work. */
const intoTracker = /\b(?:posted|saved|commented|plan)\b.{0,60}\b(?:linear|jira|[A-Z]{2,6}-\d{1,6})\b/
