import { isStopword, wordsOf } from '../text/words.ts'

/** A word of a statement that the files must support. */
export interface ClaimWord {
  text: string
  /** Its root, so that `laughs` meets `laughed`. */
  root: string
  /** Written with a capital where a sentence does not ask for one. */
  isName: boolean
}

/** The words of a statement that say what it is about: without function words and without those of the trade. */
export function claimWords(text: string): ClaimWord[] {
  return wordsOf(text).flatMap(({ text: word, base, start }, index, words) => {
    const next = words[index + 1]?.lower ?? ''
    // Two remarks, three places: what is counted is the reply's own.
    if (isNumber({ root: rootOf(base) }) && isPlain(next) && !isStopword(next)) return []
    const lower = base.toLowerCase().replaceAll('’', "'")
    if (isPlain(lower) && !(lower === 'right' && besideLeft.test(text.slice(start, start + 24)))) return []
    return base
      .split('-')
      .filter(part => part.length > 1 || /\d/.test(part))
      .filter(part => lower === 'right' || !isPlain(part.toLowerCase()))
      .map(part => ({ text: word, root: rootOf(part), isName: /^\p{Lu}/u.test(part) && !opensSentence(text, start) }))
  })
}

/** A number alone cannot be looked up. */
export function isNumber({ root }: Pick<ClaimWord, 'root'>): boolean {
  return /^\d/.test(root) || numbers.has(root)
}

export const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen'

/** Right as the other of left. */
const besideLeft =
  /^right (?:hand|arm|leg|foot|eye|ear|side|bank|shoulder|boot|shoe|glove|sleeve|cheek|wing|door|wall)/i

/** All roots of a text, for looking words up in it. */
export function rootsIn(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap(({ base }) => [base, ...base.split('-')].map(rootOf)))
}

/** The beginning that the forms of a word share; irregular verbs are led back to one form first. */
export function rootOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('’', "'").replace(/'s?$/, '')
  const known = irregular.get(lower)
  if (known !== undefined) return known.slice(0, 6)
  return (irregular.get(withoutEnding(lower)) ?? withoutEnding(lower)).slice(0, 6)
}

export function hasNegation(text: string): boolean {
  return negation.test(text.replaceAll('’', "'"))
}

const negation =
  /(?<![\p{L}\p{N}])(?:no|not|never|nobody|nothing|none|nowhere|neither|nor|without|cannot|refuse[sd]?|\p{L}{2,8}n't)(?![\p{L}\p{N}])/iu

/** A capital means nothing at the beginning of a sentence; the few characters before the word show that. */
function opensSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:…])[\s"“”‘’'()[\]«»*_]*$/.test(text.slice(Math.max(0, at - 8), at))
}

function isPlain(lower: string): boolean {
  return isStopword(lower) || plain.has(lower) || plain.has(withoutEnding(lower))
}

function withoutEnding(lower: string): string {
  if (lower.length > 4 && /(?:ies|ied)$/.test(lower)) return `${lower.slice(0, -3)}y`
  if (lower.length > 5 && lower.endsWith('ing')) return withoutDoubling(lower.slice(0, -3))
  if (lower.length > 4 && lower.endsWith('ed')) return withoutDoubling(lower.slice(0, -2))
  if (lower.length > 4 && /(?:sh|ch|x|ss|zz)es$/.test(lower)) return lower.slice(0, -2)
  if (lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss')) return withoutE(lower.slice(0, -1))
  return withoutE(lower)
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}

/** `stopped` is a form of `stop`, `called` one of `call`: both lose the second letter. */
function withoutDoubling(stem: string): string {
  const last = stem.at(-1)
  return stem.length > 3 && last === stem.at(-2) && last !== 's' ? stem.slice(0, -1) : withoutE(stem)
}

/** Each row: one verb. */
const irregular = new Map(
  `be been being; become became; begin began begun; bite bit bitten; blow blew blown; break broke broken; bring brought;
  build built; burn burnt; buy bought; catch caught; choose chose chosen; come came; creep crept; cut; deal dealt;
  dig dug; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
  fight fought; find found; flee fled; fly flew flown; forget forgot forgotten; freeze froze frozen; get got gotten;
  give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept;
  kneel knelt; know knew known; lay laid lain lie lies lying; lead led; leave left; lend lent; lose lost; make made;
  mean meant; meet met; pay paid; read; ride rode ridden; ring rang rung; rise rose risen; run ran; say said;
  see saw seen; seek sought; sell sold; send sent; set; shake shook shaken; shine shone; shoot shot; shut; sing sang sung;
  sink sank sunk; sit sat; sleep slept asleep; slide slid; speak spoke spoken; spend spent; spring sprang sprung;
  stand stood; steal stole stolen; stick stuck; strike struck stricken; swear swore sworn; sweep swept; swim swam swum;
  take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; wake woke woken;
  wear wore worn; weep wept; win won; wind wound; write wrote written; child children; man men; woman women; foot feet`
    .split(';')
    .flatMap(row => {
      const [first = '', ...forms] = row.trim().split(/\s+/)
      return [first, ...forms].map((form): [string, string] => [form, withoutE(first)])
    }),
)

/** What a reply says about writing rather than about the story, and verbs that lead over to the story. */
const plain = new Set(
  [
    `scene scenes line sentence paragraph passage phrase wording chapter section story manuscript text draft prose
    outline entry entries card canon compendium file image simile metaphor detail dialogue pacing pace rhythm tone voice
    style reader writer author narrator narrative plot character beat moment opening ending beginning middle end start
    climax midpoint turn reveal hook stakes tension conflict theme motif setting mood atmosphere pov point view
    comparison word words shorten lie lies lay lain evidence quote quotation citation receipt reference tool output result check`,
    `good better best great strong stronger strongest weak weaker effective clear clearer clearly unclear nice nicely
    fine apt right wrong exact exactly precise plain plainly simple simply short shorter long longer small neat odd
    strange subtle vivid flat quiet quietly slow slowly quick quickly early late later comic funny sound solid consistent inconsistent
    believable convincing confusing heavy light earned interesting important useful enough well little rather quite
    bit only really perhaps maybe probably indeed indeed actually already soon yet almost nearly truly finally
    lovely beautiful elegant striking sharp clumsy awkward dull fast true trick device touch contrast payoff setup book novel work whole half part sort kind thing things way reason example instance case fact sense effect point question answer
    problem issue suggestion remark note notice comment opinion idea choice joke clue sign hint proof
    contradiction contradict contradicts match matches agree agrees fit fits support supports confirm confirms
    establish establishes suggest suggests imply implies mean means meaning`,
    `show shows shown say says state states stated describe describes mention mentions read reads work works
    make makes made let seem seems feel feels sound sounds look looks
    become becomes remain remains happen happens matter matters help helps suit suits
    need needs like likes think believe see sees know knows consider
    recommend propose expect tell tells stand stands
    bear bears deserve deserves earn earns place places
    instead although though because since however therefore thus hence also else without within whether
    whoever somebody anybody nobody everybody someone anyone no-one one's it's that's there's whose upon along across
    first second third last next another other others different same both each much many several more less
    always never often sometimes again here there today anywhere nowhere everywhere elsewhere
    something nothing everything anything none cannot can't yes no please time times once while`,
  ].flatMap(list => list.trim().split(/\s+/)),
)

const numbers = rootsIn(numberWords)
