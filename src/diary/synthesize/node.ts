import { redact } from '../../evidence/secrets.ts'
import { sum } from '../../kernel/numbers.ts'
import { artifactCategory } from '../extract/project-path.ts'
import type { Chain, CheckKind, CheckVerdict, TurnFacts, TurnRef } from '../schema.ts'
import { compareTurns } from '../workspace/refs.ts'

/** A turn with its evidence. */
export interface Turn extends TurnRef {
  chain: Chain
  /** Facts help and are never needed. */
  facts: TurnFacts | undefined
  /** When the person spoke, in milliseconds; undefined when it is not known. */
  at: number | undefined
  files: ReadonlySet<string>
}

export function turnOf({ session_ref, turn_ref }: TurnRef, chain: Chain, facts: TurnFacts | undefined): Turn {
  const at = Date.parse(facts?.trigger_at ?? '')
  const files = new Set(facts?.files.map(({ path }) => path))
  return { session_ref, turn_ref, chain, facts, at: Number.isNaN(at) ? undefined : at, files }
}

/** A turn that no work item covers yet, with what it is about. */
export interface Node extends Turn {
  /** Without those that nearly every piece of work touches. */
  ownFiles: ReadonlySet<string>
  /** The words that say what the message is about. */
  keywords: ReadonlySet<string>
  /** The message alone does not say what it is about: “add some tests”. */
  isBare: boolean
  /** What the turn is about: the telling words of the message, of the agent's last one and of the files. */
  topic: ReadonlySet<string>
  /** The message means something that was said before. */
  pointsBack: boolean
  /** The message says that something else begins. */
  startsAnew: boolean
}

export function nodeOf(ref: TurnRef, chain: Chain, facts: TurnFacts | undefined): Node {
  const turn = turnOf(ref, chain, facts)
  const ownFiles = new Set([...turn.files].filter(path => !isCommonplace(path)))
  const said = chain.trigger.quoted_messages.map(({ text }) => redact(text))
  const names = [...ownFiles].map(path => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''))
  const asked = tellingIn(said)
  return {
    ...turn,
    ownFiles,
    keywords: keywordsOf(said),
    isBare: asked.length < 2,
    topic: new Set([...asked, ...tellingIn([facts?.closing?.text ?? '', ...names])]),
    pointsBack: pointsBack(said[0] ?? ''),
    startsAnew: startsAnew(said[0] ?? ''),
  }
}

/** `readSessionLines` and `read_session_lines` as the words they are made of. */
function splitNames(text: string): string {
  return text.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]/gu, ' ')
}

/** How many words of a text say what it is about. */
export function tellingWords(text: string): number {
  return tellingIn([text]).length
}

/** The words of texts that say what they are about, each once. */
export function tellingIn(texts: readonly string[]): string[] {
  return [...keywordsOf(texts.map(splitNames))].filter(isTelling)
}

function isTelling(word: string): boolean {
  return !tradeWords.has(word)
}

/** Of a message so much is read to see how it begins. */
const begun = 200

/** Whether a message means what was said before: “can you also test this?”. */
function pointsBack(message: string): boolean {
  const words =
    message
      .slice(0, begun)
      .toLowerCase()
      .match(/[\p{L}'’]+/gu) ?? []
  const [first = ''] = words
  return connectives.has(first) || words.slice(0, words.length <= 12 ? 12 : 8).some(word => pointers.has(word))
}

const connectives = new Set(
  'and but so then hm hmm ah oh uh well yeah ok okay actually also now one sorry still wait'.split(' '),
)
const pointers = new Set(
  'this that these those it its them they again too instead above earlier previous same rest other others'.split(' '),
)

function startsAnew(message: string): boolean {
  return anew.test(message.slice(0, begun).trim())
}

const anew =
  /^(?:\W{0,3})(?:new|another|different|unrelated|separate|next) (?:topic|task|thing|question|issue|subject|feature|bug)\b|^(?:switching|moving on|unrelated|separately|on another note|side (?:note|question|quest))\b|^(?:please )?implement (?:the following|this) plan ?:|^(?:(?:ein |was )?(?:anderes|neues) thema|was anderes|otro tema|otra cosa|autre (?:sujet|chose)|outro assunto|outra coisa|un'altra cosa|другой вопрос|другая тема|另一个(?:问题|话题|任务)|換個話題|换个话题|別の(?:件|話|質問)|話は変わ|다른 (?:얘기|이야기|주제|건))(?!\p{L})/iu

const commonplace = new Set([
  'package.json',
  'CHANGELOG.md',
  'README.md',
  'CLAUDE.md',
  'AGENTS.md',
  '.gitignore',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  'go.sum',
])

/** Files that all kinds of work touch. */
function isCommonplace(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return commonplace.has(name) || name.endsWith('.lock')
}

/** By time, then by session and turn; what has no time comes first. */
export function inOrder<T extends Turn>(nodes: readonly T[]): T[] {
  return [...nodes].sort(
    (one, other) =>
      (one.at ?? Number.MIN_SAFE_INTEGER) - (other.at ?? Number.MIN_SAFE_INTEGER) || compareTurns(one, other),
  )
}

export function refsOf(nodes: Iterable<TurnRef>): TurnRef[] {
  return [...nodes].map(({ session_ref, turn_ref }) => ({ session_ref, turn_ref })).sort(compareTurns)
}

/** How the last run of each kind of check of a turn ended. */
export function lastVerdicts({ facts }: Turn): Map<CheckKind, CheckVerdict> {
  return new Map((facts?.checks ?? []).map(({ kind, verdict }) => [kind, verdict]))
}

export function changesSomething({ files, facts }: Turn): boolean {
  return files.size > 0 || (facts?.commits.length ?? 0) > 0 || (facts?.deeds.length ?? 0) > 0
}

type Commit = TurnFacts['commits'][number] & { node: Turn }

/** The commits of nodes in their order; one that was amended is not there any more. */
export function commitsOf(component: readonly Turn[]): Commit[] {
  const commits: Commit[] = []
  for (const node of component) {
    for (const commit of node.facts?.commits ?? []) {
      const own = commits.findLastIndex(
        before => before.hash === commit.hash || (commit.amends && before.node.session_ref === node.session_ref),
      )
      // What is amended at first in a session was committed before it, on the same branch.
      const isOther = ({ node: before }: Commit) =>
        before.session_ref !== node.session_ref && (before.facts?.branch ?? null) === (node.facts?.branch ?? null)
      const replaced = own < 0 && commit.amends ? commits.findLastIndex(isOther) : own
      if (replaced >= 0) commits.splice(replaced, 1)
      commits.push({ ...commit, node })
    }
  }
  return commits
}

/** How much a turn changed; what was written about the code says less of what the work is about. */
export function sizeOf(facts: TurnFacts | undefined): number {
  return sum(
    (facts?.files ?? []).map(({ path, added, removed }) => {
      return (artifactCategory(path) === 'code_outcome' ? 1 : 0.25) * (added + removed)
    }),
  )
}

/** The words that say what a message is about; scripts without spaces give pairs of characters. */
export function keywordsOf(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [run] of text.toLowerCase().matchAll(runs)) {
      for (const [part] of run.matchAll(cjkOrNot)) addRun(part, found)
    }
  }
  return found
}

/** Shared words as a part of all words. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedCount(one, other)
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

export function sharedCount(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  let count = 0
  for (const word of small) if (large.has(word)) count++
  return count
}

const runs = /[\p{L}\p{N}_-]+/gu
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const cjkOrNot = new RegExp(`[${cjk}]+|[^${cjk}]+`, 'gu')
const isCjk = new RegExp(`[${cjk}]`, 'u')

function addRun(run: string, found: Set<string>): void {
  if (isCjk.test(run)) {
    const characters = [...run]
    for (let at = 1; at < characters.length; at++) {
      const pair = `${characters[at - 1]}${characters[at]}`
      if (!stopPairs.has(pair) && !grammar.test(pair)) found.add(pair)
    }
    return
  }
  const length = [...run].length
  if (length < 3 || /^[\p{N}_-]+$/u.test(run)) return
  const word = length > 4 && run.endsWith('s') ? run.slice(0, -1) : run
  if (!stopWords.has(run) && !stopWords.has(word)) found.add(word)
}

/** In Japanese the words are in other scripts than their endings. */
const grammar = /^\p{Script=Hiragana}{2}$/u
const stopPairs = new Set(
  '这个 那个 这些 那些 一个 一下 我们 你们 他们 什么 怎么 可以 需要 请你 帮我 如果 因为 所以 但是 没有 不是 就是 还有 然后 现在 已经 是否 应该 这里 那里 里面 时候 使用 进行 문제 이거 그거 저는 우리 해줘 하고 에서 으로'.split(
    ' ',
  ),
)

const stopWords = new Set(
  [
    'the',
    'you your yours she her hers his him its our ours they them their theirs this that these those who whom whose which what',
    'myself yourself itself ourselves themselves one any all some each both few more most other such',
    'about above across after against along among around before behind below beneath beside between beyond but down',
    'during except for from inside into near off onto out outside over past since through throughout toward under',
    'until upon with within without via per than and nor not then there here when where why how',
    'are was were been being have has had having does did doing done can could will would shall should may might must',
    "don't doesn't didn't isn't",
    'der die das den dem des ein eine einen einem einer und oder aber nicht auch noch nur schon wie was wer wenn dann weil dass mit von vom für auf aus bei nach zum zur über unter ist sind war wird werden wurde hat haben kann kannst soll bitte jetzt mal doch hier dort diese dieser dieses ich wir uns mir mich dir sie ihr man alle alles mehr sehr machen mach',
    'los las una uno unos unas del que como para por con sin sobre entre pero también más muy este esta estos estas eso esto ese esa hay son fue ser está están puede puedes podrías favor ahora cuando donde todo todos cada hace hacer haz',
    'les des une dans pour par avec sans sur sous mais aussi plus très cette ces cet qui que quoi est sont être fait faire peux peut tout tous toutes nous vous ils elle elles leur notre votre alors donc maintenant comme',
    'dos uma umas não mas também mais muito isto isso esse essa este são pode fazer com sem sobre',
    'please now just also only make need want use get give look see try run add fix change update check sure like new',
  ].flatMap(words => words.split(' ')),
)

/** Words of the trade that say little about what a piece of work is about. */
const tradeWords = new Set(
  [
    'test tests testing file code function method class error issue bug branch commit commits command line build lint',
    'implement implementation implemented feature thing way case work working works problem question option repo project',
    'main master current currently local local again still maybe think know let first second last next step done create',
    'created added removed updated fixed changed changes added value name logic show list call called return returns user',
    'agent claude codex please help explain review run running output log logs message text string number type data',
    'cmd src lib internal pkg app index readme script config spec main_test helper util common types',
    'integration unit checked least thing things everything anything something whole place places coverage pull request',
    'two three both same different possible able right wrong good better sense simple easy already actually really also',
    'pass passes passed passing fail fails failed failing all now verify verifies correctly functionality comprehensive',
    'complete completed made ready branch merge merged fix found additional double',
    'tests datei dateien fehler funktion klasse zeile befehl ändern änderung hinzufügen entfernen schreiben läuft laufen',
    'prueba pruebas archivo archivos código función clase error línea cambiar añadir agregar eliminar escribir',
    'fichier fichiers fonction erreur ligne ajouter supprimer changer écrire teste tester',
    '测试 文件 代码 函数 错误 问题 修改 添加 删除 修复 实现 功能 运行 命令',
  ].flatMap(words => words.split(' ')),
)
