import { cut, oneLine } from './text.ts'

/** The first sentence of the last message of an agent that says something. */
export function closingOf(message: string): string {
  // An entry of a list tells by itself when it says what was done.
  const found =
    firstIn(message, 'prose', sentence => tells(sentence) && !aboutProblem.test(sentence)) ??
    firstIn(message, 'prose', tells) ??
    firstIn(message, 'entry', entry => beginsWithDeed(entry) && tells(entry)) ??
    firstIn(message, 'heading', isName) ??
    ''
  return cut(found.replace(/[:：]$/, ''), mostLetters)
}

/** Leftovers are said at the end of a message, or below a heading of their own. */
const lastLines = 4

/** What the last message of an agent plainly says is not done yet; null where it says nothing of the kind. */
export function leftIn(message: string): string | null {
  const lines = proseLines(message).filter(({ kind, heading }) => kind !== 'heading' && !anOption.test(heading))
  const found = lines.flatMap(({ sentences: all, kind, lead, heading, isTicked }, index) => {
    const isListed =
      leftHeading.test(kind === 'entry' ? lead : heading) || (kind === 'entry' && leftHeading.test(heading))
    const sentences = isListed ? all.slice(0, 1) : index >= lines.length - lastLines ? all : []
    const isMeant = (sentence: string) => isListed || saysLeft.some(each => each.test(sentence))
    return isTicked ? [] : sentences.filter(sentence => isMeant(sentence) && !notLeft.test(sentence))
  })
  return found[0] === undefined || isShort(found[0]) ? null : cut(found[0], mostLetters)
}

/** The sentence by which the last message of an agent takes back what it said or did before; null where there is none. */
export function retractionIn(message: string): string | null {
  for (const { sentences, kind, heading } of proseLines(message)) {
    const found = kind === 'heading' || anOption.test(heading) ? undefined : sentences.find(saysRetracted)
    if (found !== undefined) return cut(found, mostLetters)
  }
  return null
}

function saysRetracted(sentence: string): boolean {
  return !/[?？]$/.test(sentence) && !notRetracted.test(sentence) && retractions.some(each => each.test(sentence))
}

const notRetracted =
  /^(?:if|when|wenn|si|se)\b|\b(?:you|would|could|can|will|should|might|may|to) (?:\p{L}+ )?(?:revert|undo|roll)/iu

const retractions: readonly RegExp[] = [
  /\bI(?: was|['’]ve been| have been) (?:wrong|mistaken|incorrect)\b|\bmisdiagnos/i,
  /\bI(?:['’]ve| have)? (?:reverted|undid|undone|rolled back|backed out|taken back|took back)\b|^(?:reverted|rolled back|undid|backed out)\b/i,
  /\bmy (?:earlier|previous|first|initial|last|original) (?:\p{L}+ ){0,2}(?:was|were) (?:wrong|incorrect|mistaken|not)\b/iu,
  /\b(?:fix|change|diagnosis|conclusion|claim|explanation|assumption)\b[^.,;]{0,40} (?:was|is) (?:wrong|incorrect|mistaken|a mistake|unnecessary|not (?:correct|right|true|needed|necessary|the (?:cause|problem|issue)))\b/i,
  /(?<!\p{L})(?:ich (?:lag|habe mich) (?:falsch|geirrt)|rückgängig gemacht|zurückgenommen|me equivoqué|he revertido|je me suis trompé|j['’]ai annulé|eu estava errado|reverti|mi sono sbagliato|ho annullato|я ошибся|я отменил|откатил)(?!\p{L})/iu,
  /我(?:之前)?(?:错了|搞错|弄错)|已(?:经)?(?:回滚|撤销|还原)|間違って(?:い|お)|元に戻し|取り消し|제가 틀렸|되돌렸/u,
]

const leftHeading =
  /^(?:not (?:yet )?done(?: yet)?|still (?:to do|open|missing|left)|left to do|what(?:['’]s| is) (?:still )?(?:left|missing|open|not done)(?: to do)?|remaining (?:work|steps|tasks)|open (?:items|points|tasks)|outstanding(?: (?:work|items|tasks))?|to-?dos?|noch (?:offen|zu tun)|offene punkte|pendientes?|queda pendiente|reste à faire|à faire|pendências|da fare|осталось сделать|待办(?:事项)?|未完成|残作業|남은 작업|(?:required |remaining )?manual (?:steps?|setup|actions?)(?: required| needed)?|required (?:setup|steps|actions?) \(manual(?: steps?)?\)|action required|what you (?:still )?(?:need|have) to do) ?[:：]?$/iu

/** Sentences that say that something is not done yet, not how a program behaves. */
const saysLeft: readonly RegExp[] = [
  /^(?:not (?:yet )?done(?: yet)?|still (?:to do|open|missing)|left to do|todo|remaining (?:work|steps?|tasks?)|outstanding|what(?:['’]s| is) (?:still )?(?:left|missing|open)|noch (?:offen|zu tun)|pendiente|reste à faire|pendente|da fare|осталось|待办|未完成|残作業|남은 작업) ?[:：–—-] ?\S/iu,
  /(?:^|[,;:–—] |\b(?:and|but|so|note that) )you(?:['’]ll| will)? still (?:need|have) to \p{L}/iu,
  /\bstill (?:has|have|needs?) to be \p{L}/iu,
  /\bI (?:have not|haven['’]t) (?:yet )?(?:run|tested|verified|deployed|migrated)\b/i,
  /^I (?:have not|haven['’]t) (?!commit|push)[^.!?]+ yet[.!]?$/i,
  /\bI (?:could not|couldn['’]t|was(?: not|n['’]t) able to|(?:was|am) unable to) (?:run|test|verify|build|compile|deploy|finish|complete|push)\b/i,
  /\b(?:is|are) (?:still )?not (?:yet (?:wired|hooked|deployed|migrated|translated|documented|implemented|done|finished|ported|connected|integrated)|(?:wired|hooked|deployed|migrated|translated|documented|implemented|done|finished|ported|connected|integrated)(?: \p{L}{1,20}){0,2} yet)\b/iu,
  /(?<!\p{L})(?:muss|müssen|musst|fehlt|fehlen|steht|stehen) noch(?!\p{L})/iu,
  /(?<!\p{L})(?:queda(?:n)? por|falta(?:n)? por|todavía (?:hay|tienes) que|aún (?:hay|tienes) que|il (?:te |vous )?reste (?:encore )?à|il faut encore|ainda (?:falta|precisa|é preciso)|resta(?:no)? da|manca(?:no)? ancora|осталось|ещё (?:нужно|надо))(?!\p{L})/iu,
  /(?:还|還|仍)需要?(?:运行|執行|执行|部署|迁移|手动|添加|更新|测试)|尚未(?:完成|实现|部署|迁移|测试)/u,
  /まだ[^。]{1,20}(?:いません|必要があります)/u,
  /아직 [^.]{1,20}(?:않았|못했)/u,
]

/** A condition, a choice, or what was meant to stay so. */
const notLeft =
  /[?？]$|[:：–—-] ?(?:none|nothing|keine?|nichts|n\/a)(?!\p{L})|^(?:if|when|whenever|once|unless|in case|none|nothing|no\b|n\/a|wenn|falls|si|se|если|如果|もし|만약)(?!\p{L})|\b(?:would|could have|might|when|while|whenever|unless|if (?:you|it|there|the)|optional(?:ly)?|no longer|nothing|intentional(?:ly)?|deliberate(?:ly)?|by design|on purpose|out of scope|as (?:you )?(?:asked|requested|instructed))\b/iu

/** “New `shop export` command” above a list says what was made; “Summary of changes” does not. */
function isName(heading: string): boolean {
  const words = heading.split(' ').filter(word => /\p{L}/u.test(word))
  const isMade = /^new\b/i.test(heading) || beginsWithDeed(heading)
  return isMade && words.length >= 3 && words.length <= 12 && !generalHeading.test(heading) && tells(heading)
}

const generalHeading =
  /\b(?:summary|overview|changes?|files?|steps?|details?|results?|status|verification|testing|usage|how it works|options?|plan|problems?|issues?|root cause|findings?|questions?|notes?|examples?|before|after|what|why|how|key|next|behaviou?r|implementation|analysis|review|recommendations?)\b|[?:]$/i

/** “Added a spinner”, but neither “Related code is …” nor “Detailed explanation”. */
export function beginsWithDeed(text: string): boolean {
  return /^(?!(?:Detailed|Related|Unrelated|Required|Expected|Suggested|Recommended|Proposed|Limited|Indeed|Need|Speed)\b)\p{Lu}\p{Ll}*ed\b(?! \p{L}+ (?:exists?|is|are|was|were|has|have)\b)/u.test(
    text,
  )
}

interface ProseLine {
  sentences: readonly string[]
  /** The heading it is below. */
  heading: string
  /** The line above the list it is an entry of. */
  lead: string
  /** Whole sentences are in prose; headings and entries of lists are about a part. */
  kind: 'prose' | 'entry' | 'heading'
  /** An entry that is marked as done. */
  isTicked: boolean
}

/** What was done is said at the beginning. */
const longestRead = 100_000

/** The lines a person reads as sentences, without code blocks, tables and the marks of Markdown; a message is asked for them several times in a row. */
function proseLines(message: string): readonly ProseLine[] {
  if (message !== lastRead) [lastRead, linesRead] = [message, [...linesIn(message)]]
  return linesRead
}

let [lastRead, linesRead]: [string, readonly ProseLine[]] = ['', []]

function* linesIn(message: string): Generator<ProseLine> {
  let isCode = false
  let isFramed = false
  let lead = ''
  let heading = ''
  const raws = message.slice(0, longestRead).split('\n')
  const lastRule = raws.findLastIndex(raw => rule.test(raw) && !/\p{L}/u.test(raw))
  for (const [at, raw] of raws.entries()) {
    // A remark with a frame teaches something by the way: “★ Insight ─────”.
    if (rule.test(raw)) isFramed = at < lastRule && /\p{L}/u.test(raw)
    if (isFramed || rule.test(raw) || /^\s*<\/?\w{1,40}>\s*$/.test(raw)) continue
    const line = oneLine(raw)
    if (line.startsWith('```') || line.startsWith('~~~')) isCode = !isCode
    else if (!isCode && line !== '' && !line.startsWith('|')) {
      const isOfSeveral =
        named.test(line) && [at - 2, at - 1, at + 1, at + 2].some(near => named.test(raws[near] ?? ''))
      const [text, kind] = [plainText(line), isOfSeveral ? 'entry' : kindOf(line)]
      if (kind !== 'entry') lead = text
      if (kind === 'heading') heading = text
      if (/\p{L}/u.test(text)) yield { sentences: sentencesOf(text), kind, lead, heading, isTicked: ticked.test(line) }
    }
  }
}

/** A line drawn with box signs. */
const rule = /[─━═]{5}/

const ticked = /^(?:[-*+•] |\d{1,3}[.)] )?(?:\[[xX]\]|~~|✅|✓|☑)/u

/** “**Telegram bot** — signs people up” below another such line is an entry of a list. */
const named = /^\s*\*\*[^*]{1,80}\*\* ?[-–—:] /

function kindOf(line: string): ProseLine['kind'] {
  if (line.startsWith('#') || /^\*\*[^*]+\*\*:?$/.test(line)) return 'heading'
  // “**name** - text” lists something too.
  return /^(?:(?:[-*+•>]|\d{1,3}[.)]) |(?:\*\*[^*\s]{1,80}\*\*|`[^`\s]{1,80}`) [-–—] )/.test(line) ? 'entry' : 'prose'
}

/** Without marks of Markdown, and without the sign a sentence is decorated with. */
export function plainText(line: string): string {
  const unmarked = line
    .replace(/^(?:#+|>|[-*+•]|\d{1,3}[.)]) +/, '')
    .replace(/^\[[ xX]\] /, '')
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
  return unmarked
    .replace(/^\d{1,3}[.)] +(?=\p{L})/u, '')
    .replace(/^[^\p{L}\p{M}\p{N}"'“‘«¿¡([{<~./\\$@-]+/u, '')
    .trim()
}

/** A mark by itself, such as the command `!`, ends nothing. */
const sentenceEnd = /(?<!\s)[.!?](?=\s|$)|[。！？]/g

/** The sentences of a line; what ends too soon is an abbreviation or an exclamation with what follows. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { index, 0: end } of line.matchAll(sentenceEnd)) {
    const sentence = line.slice(start, index + end.length).trim()
    if (abbreviation.test(sentence)) continue
    sentences.push(sentence)
    start = index + end.length
  }
  const rest = line.slice(start).trim()
  return rest === '' ? sentences : [...sentences, rest]
}

/** What ends so goes on: an abbreviation, or the number of an entry. */
const abbreviation =
  /\b(?:e\.g|i\.e|etc|incl|excl|resp|vs|cf|no|re|approx|z\.B|bzw|usw|d\.h|ca)\.$|(?:^|\b(?:am|vom|zum|den|der|dem|die|das|nr|no)\s)\d{1,2}\.$/i

function firstIn(
  message: string,
  kind: ProseLine['kind'],
  isWanted: (sentence: string) => boolean,
): string | undefined {
  for (const line of proseLines(message)) {
    const isMeant =
      line.kind === kind && !(kind === 'entry' && aboutTrouble.test(line.lead)) && !anOption.test(line.heading)
    const found = isMeant ? line.sentences.find(isWanted) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** What is listed below such a line is what was wrong, not what was done. */
const aboutTrouble =
  /\b(?:problems?|issues?|bugs?|cause|causes|errors?|failures?|happening|before|wrong|was|were|caused|missing|risks?|limitations?|todo|next steps?|not (?:done|fixed|changed)|options?|plan|proposed|proposal|would|will)\b/i

/** What was wrong is said before what was done about it, and instead of it only where nothing was. */
const aboutProblem = /^(?:the )?(?:problem|issue|bug)s?\b ?[:–—-]/i

/** What is said below such a heading may be done or not, or was so before. */
const anOption =
  /^(?:before|previously|old (?:code|way|behaviou?r|approach))\b|^(?:option|approach|alternative|variante?|opción|enfoque) (?:\d|[a-d]\b)|^(?:方案|选项|選項|案|옵션) ?[\d一二三A-D]/i

const mostLetters = 160
const fewestLetters = 12
const fewestWords = 7
/** “Created three tickets below OPS-7:” */
const fewestWordsOfDeed = 5

function tells(sentence: string): boolean {
  if (isShort(sentence) || /[?？]$/.test(sentence)) return false
  // What clients put below commits and pull requests.
  if (/^(?:🤖 )?(?:generated|created|written|assisted|co-authored)(?: with|[ -]by\b)/i.test(sentence)) return false
  // “The document is at: …” says where something is.
  if (/: https?:\/\/\S+$/.test(sentence)) return false
  // What ends with a colon announces a list, unless it says a good deal by itself.
  const isDeed = beginsWithDeed(sentence) && !aboutParts.test(sentence)
  const fewest = isDeed ? fewestWordsOfDeed : fewestWords
  if (/[:：]$/.test(sentence) && (sentence.split(' ').length < fewest || opensList.test(sentence))) return false
  if (/[:：]$/.test(sentence) && subordinate.test(sentence)) return false
  return !isIntroduction(sentence) && !isStatus(sentence)
}

/** “Added two tests to rows.ts:” and “fixed the following issues:” tell no more than their list. */
const aboutParts =
  /^\p{L}+ (?:\p{L}+ ){0,3}(?:files?|tests?|issues?|problems?|bugs?|items?|fixes|things|changes?|methods?|functions?|fields?)\b/iu

/** A character of a script that writes no letters says as much as two letters. */
function isShort(sentence: string): boolean {
  if (sentence.length >= fewestLetters) return false
  return [...sentence].reduce((width, character) => width + (isWide.test(character) ? 2 : 1), 0) < fewestLetters
}

function isIntroduction(sentence: string): boolean {
  return introductions.some(each => each.test(sentence)) || introductionsElsewhere.some(each => each.test(sentence))
}

const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Half a sentence, which its list completes. */
const subordinate =
  /^(?:and|but|or|also|then|(?:found|located|stored|defined|used|called) (?:in|at|by|on|from)|compare|see|note|when|if|for|in|to|after|before|with|on|at|by|from|while|once|since|because|where|until)\b/i

const opensList =
  /\b(?:shows?|reads?|includes?|following|as|with|is|are|was|were|like|to|by|where|when|either|both|places|options|ways|steps|changes|approaches|reasons|things|via|see|output|have|has|if|that|and|or|documents|covers|contains|explains|describes|handles|checks|verifies|ensures|based on|\w{3,20}ing):$/i

/** What agents say before they say something. */
const introductions: readonly RegExp[] = [
  /^(?:ah,? |oh,? )?(?:yes,? )?(?:you['’]re|you are|that['’]s|that is|this is) (?:absolutely |completely |totally |quite |exactly )?(?:right|correct|helpful|a good|a great|a fair|a valid|a clean|a reasonable|a smart|an excellent)\b/i,
  /^(?:(?:a )?(?:very |really |such a )?(?:good|great|excellent|fair|nice|smart|solid|interesting|valid)) (?:question|point|catch|idea|call|find|observation|thinking|instinct|choice|suggestion|context|eye|work)s?\b/i,
  /^(?:this|that) is (?:much |even |a bit |actually |really )?(?:great|good|nice|helpful|useful|excellent|cleaner|better|clearer|simpler|perfect|interesting|clear)\b[^,;:]{0,24}$/i,
  /^you (?:raise|make|have|bring up) (?:an? |some )?(?:(?:good|great|fair|valid|excellent|interesting) )?(?:point|question|observation)s?\b/i,
  /^(?:ah|aha|oh|hm+|interesting|exactly|indeed|absolutely)[\s,.!–—-]{1,3}(?:(?:i (?:was|am|see)|now i|that|this|it) .{0,30}|right|correct|true|exactly)?[.!]?$/i,
  /^i(?: was|['’]m| am| stand) (?:wrong|mistaken|corrected|sorry)\b/i,
  /^(?:first|next|then|now)[,:]? (?:let me|let['’]s|i['’]ll|i will|i need to)\b/i,
  /^(?:i['’]ve|i have) (?:now )?(?:reviewed|read|looked at|examined|gone through|explored|checked)\b(?:(?! and | but )[^,;:]){0,40}$/i,
  /^(?:yes|no),? .{0,40}\bexactly (?:that|this|what)\b.{0,20}$/i,
  /^make(?:s)? sense\b|^(?:yes|no),? .{1,40} makes sense[.!]?$/i,
  /^make sure (?:to|you)\b/i,
  /^(?:ok,? |okay,? |alright,? )?(?:now,? )?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to)\b/i,
  /^(?:now )?i (?:now )?(?:can now |can |now )?(?:have (?:a |the |all |enough |everything |sufficient |what )|see|understand|explain|answer|provide|describe|give)\b/i,
  /^there (?:it is|we go|you go|we have it)\b/i,
  /^(?:option|approach|alternative|scenario|case) (?:\d|[a-d]\b)/i,
  /^(?:and|but|or|also)\b[^.!?]{0,20}:/i,
  /^(?:and |so |ok,? |now )?(?:here['’]s|here is|here are|below is|below are)\b/i,
  /^(?:based on (?:what|my|the|this|your)|after (?:my|the|this) (?:analysis|review|research|investigation|findings|exploration))\b/i,
  /^(?:yes,? |so,? )?looking (?:at|back|into)\b/i,
  /^(?:yes,? |so,? )?(?:that|this|it) (?:makes sense|clarifies|helps)\b/i,
  /^(?:sure|yes|ok|okay),? let['’]s\b/i,
  /^to answer your\b/i,
  /^(?:file|files|location|example|usage|note|tip|output|scenario|option|status|before|after|where|command)s?:/i,
  /^no response requested\b/i,
  /^(?:the rest|everything else|all else|otherwise|other than that|apart from that)\b/i,
  /^(?:i (?:changed|edited|modified) nothing|nothing was changed|no (?:files|code) (?:was|were) changed)\b/i,
  /^(?:\S+ ){0,2}\S+: \S+$/,
  /^(?:good|great|perfect|excellent|ok|okay|yes|right|alright)[,.!–—-]* (?:so )?(?:now )?i (?:now )?(?:have|see|understand|get|can see)\b/i,
  /^(?:now )?i (?:think|believe) i (?:now )?(?:understand|see|know|found|have)\b/i,
  /^(?:excellent|great|good|very helpful|helpful|thorough) (?:feedback|input|review|findings|information|context|news)\b/i,
  /^(?:i['’]ve|i have) (?:done|completed|finished|conducted|performed) (?:a |an |the |my )?(?:\p{L}+ )?(?:review|analysis|investigation|exploration|research)\b/iu,
  /^(?:yes|no|right|correct|exactly|indeed),? (?:that|this|it) (?:was|is|were) (?:a |an |the )?(?:bug|issue|problem|mistake|correct|right|true|oversight)\b/i,
  /^(?:would|do|should|shall|want|let me know|feel free|if you|please let|ready (?:to|for))\b/i,
]

const introductionsElsewhere: readonly RegExp[] = [
  /^(?:hier (?:ist|sind)|ich (?:werde|schaue|sehe mir|prüfe)|lass(?:en sie)? mich|gute (?:frage|idee)|du hast (?:recht|völlig recht)|sie haben recht|als nächstes|zuerst|zusammenfassung)(?!\p{L})/iu,
  /^(?:aquí (?:está|están|tienes)|voy a|déjame|permíteme|buena (?:pregunta|idea)|tienes (?:toda la )?razón|primero|resumen)(?!\p{L})/iu,
  /^(?:voici|je vais|laisse(?:z)?-moi|bonne (?:question|idée)|(?:tu as|vous avez) (?:tout à fait )?raison|d['’]abord|résumé)(?!\p{L})/iu,
  /^(?:aqui (?:está|estão)|vou|deixe-me|boa (?:pergunta|ideia)|você (?:tem|está) (?:razão|certo)|ecco|lasciami|fammi|buona domanda|hai ragione|вот|сначала|давайте|хороший вопрос|вы правы|ты прав)(?!\p{L})/iu,
  /^(?:以下(?:是|为|為)|下面(?:是|我)|我(?:来|來|先|会|會|将|將|现在)|让我|讓我|首先|接下来|接下來|好(?:的)?[，,！!]|好问题|你说得对|您说得对|总结[:：]|現在我)/u,
  /^(?:以下(?:が|は|の|に)|まず|それでは|では[、,]|次に|おっしゃる(?:通|とお)り|良い質問|いい質問|承知|了解|わかりました|分かりました|まとめ)|(?:ましょう|てみます|ていきます|します。?ね)[。.!！:：]*$/u,
  /^(?:다음은|먼저|우선|이제 제가|알겠습니다|네[,.]|좋은 질문|맞습니다|요약)|(?:하겠습니다|보겠습니다|살펴보겠습니다)[.!:：]*$/u,
]

/** The words of such sentences in scripts that do not write them apart, the longer ones first. */
const statusWordsElsewhere =
  /已经|全部|任务|修改|现在|所有|代码|单元|集成|测试|檢查|检查|构建|编译|用例|完成|通过|成功|搞定|修复|已|都|的|均|也|了|好|すべて|全て|単体|結合|テスト|ビルド|チェック|リント|作業|実装|修正|これで|無事|問題なく|完了|通過|パス|通り|終わり|しました|ました|ています|です|が|は|も|を|に|の|し|件|모든|전체|단위|통합|테스트|빌드|검사|린트|작업|수정|구현|모두|성공적으로|통과|완료|성공|했습니다|되었습니다|됐습니다|합니다|하였습니다|입니다|이|가|은|는|을|를|도|개|[\d\s\p{P}]/gu

/** That it is done and that checks pass says nothing about what was done. */
function isStatus(told: string): boolean {
  // The number of a ticket says nothing to somebody who does not know it.
  const sentence = told.replace(/\b[A-Z][A-Z\d]{1,9}-\d{1,6}\b|#\d{1,7}\b/g, '')
  if (isWide.test(sentence)) return sentence.replace(statusWordsElsewhere, '') === ''
  if (testsPass.test(sentence)) return true
  const words = sentence.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []
  return words.every(word => statusWords.has(word))
}

/** Whatever tests they are. */
const testsPass =
  /^(?:all|both|the) (?:[\p{L}\p{N}-]+ ){0,3}(?:tests?|checks?|specs?) (?:are |now |all |still )*(?:pass|passes|passed|passing|green)(?: now| again)?[.!]?$/iu

const statusWords = new Set(
  [
    'done perfect great excellent good nice awesome wonderful fantastic sure ok okay yes no yep alright absolutely correct',
    "exactly understood got it that's sorry thanks thank you set",
    'all the both every everything full of and with is are was were be been your answer answers for being has have had in for to a an this these',
    "i i've i’ve we we've we’ve it's now also still just again successfully fully finally together",
    'test tests suite unit integration existing new ci check checks lint linting linter build builds typecheck formatting',
    'pass passes passed passing succeed succeeds succeeded success successful compile compiles green clean work works',
    'working complete completed finished ready verified implemented implementation made applied fixed addressed updated',
    'task tasks change changes fix fixes fixing bug bugs issue issues refactoring refactor feature plan step steps todo todos',
    'looks look cleanly requested linter reports report place summary overview result results what were following here below key files next without zero any problems problem as expected correctly found root cause',
    "but haven't haven’t committed yet",
    'code properly formatted linted error message commit pr description two three few following investigation analysis exploration audit review added verify',
    'fertig erledigt alle alles tests laufen läuft durch grün bestehen bestanden sind ist jetzt nun wieder erfolgreich gebaut und der die das build lint sauber abgeschlossen wurde wurden',
    'listo lista hecho hecha terminado completado todas todos las los el la y pruebas pasan pasaron ahora correctamente éxito con sin errores',
    'terminé fait voilà tous toutes les le tests passent maintenant et succès avec sans erreur erreurs est sont prêt',
    'pronto pronta feito feita concluído concluída testes passam passaram agora os as com sucesso fatto finito completato tutti passano i ora',
    'готово сделано все всё тесты проходят прошли теперь успешно и сборка',
  ].flatMap(words => words.split(' ')),
)
