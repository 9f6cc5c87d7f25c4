import type { TurnEvent } from '../../transcripts/event.ts'
import { oneLine } from './text.ts'
import type { ToolRun } from './tool-runs.ts'
import type { Reply } from './turn-parts.ts'

/** The message a turn closes with: the last one that is not only an answer to a late notice from the background. */
export function closingReply(texts: readonly Reply[], events: readonly TurnEvent[]): Reply | null {
  const last = texts.findLast(({ text }) => !isFiller(text)) ?? texts.at(-1)
  if (!last) return null
  const notice = events.findLastIndex(({ kind }, at) => kind === 'notice' && at < last.at)
  const before = texts.findLast(({ at }) => at < notice)
  if (notice < 0 || !before) return last
  const isWorkAfter = events.slice(notice).some(({ kind }) => kind === 'call')
  const isWorkBetween = events.slice(before.at, notice).some(({ kind }) => kind === 'call' || kind === 'result')
  return isWorkAfter || isWorkBetween ? last : before
}

/** What the client writes in the agent's name where nothing was asked of it. */
function isFiller(text: string): boolean {
  return /^\s*No response requested\.?\s*$/.test(text)
}

/** What a turn leaves to the person to answer: the words of the question, or null. */
export function openQuestion(
  events: readonly TurnEvent[],
  runs: readonly ToolRun[],
  closing: Reply | null,
): string | null {
  const lastOfAgent = events.findLastIndex(({ kind }) => kind === 'text' || kind === 'call' || kind === 'api_error')
  if (events.findLastIndex(({ kind }) => kind === 'interrupt') > lastOfAgent)
    return unansweredForm(runs.at(-1), lastOfAgent)
  const asked = unansweredForm(runs.at(-1), lastOfAgent)
  if (asked !== null) return asked
  const lastCall = runs.at(-1)?.at ?? -1
  return closing && closing.at > lastCall ? questionIn(closing.text) : null
}

/** A form with questions that has no answer, as the last thing the agent did. */
function unansweredForm(run: ToolRun | undefined, lastOfAgent: number): string | null {
  if (run?.family !== 'ask' || run.at < lastOfAgent) return null
  if (run.result && !run.result.denied && !run.result.error && !run.result.interrupted) return null
  const questions = Array.isArray(run.input.questions) ? run.input.questions : []
  const first: unknown = questions[0]?.question ?? run.input.question
  return typeof first === 'string' && first.trim() !== '' ? first : 'The agent asked for a choice.'
}

/** The question or the request for a decision that a message ends with, or null. */
export function questionIn(text: string): string | null {
  const lines = proseLines(text)
  const last = lines.at(-1)
  if (last === undefined) return null
  if (!isListItem(last)) return questionAtEnd(lines)
  // Options are listed below the question they answer.
  const head = lines.findLast(line => !isListItem(line))
  const asks = head !== undefined && (/[?？؟]$/.test(bare(head)) || /[:：]$/.test(bare(head)))
  if (asks && /[?？؟]/.test(head) && !isPolite(head)) return lastQuestion(head) ?? bare(head)
  return questionAtEnd([last])
}

/** The last lines of a message without code, tables and rules; only what is near the end counts. */
function proseLines(text: string): string[] {
  const lines = text.slice(-longestEnd).split('\n')
  const prose: string[] = []
  let isCode = false
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && line.trim() !== '' && !/^\s*(?:\||-{3,}\s*$|={3,}\s*$)/.test(line)) prose.push(line.trim())
  }
  return prose
}

const longestEnd = 6000

function isListItem(line: string): boolean {
  return /^(?:[-*•+]|\(?[\da-zA-Z]{1,2}[.)])\s/.test(line)
}

/** Without marks of emphasis and closing brackets, so that the end of the sentence shows. */
function bare(line: string): string {
  return oneLine(line.replaceAll('**', ''))
    .replace(/^(?:[-*•+]|\d{1,2}[.)])\s/, '')
    .replace(/[*_`"'”’»)\]\p{Extended_Pictographic}\s]{1,20}$/u, '')
    .trim()
}

function questionAtEnd(lines: readonly string[]): string | null {
  const last = bare(lines.at(-1) ?? '')
  if (/[?？؟]$|(?:です|ます|でしょう)か[。.]?$/.test(last)) {
    const question = lastQuestion(last) ?? last
    return isPolite(question) ? null : question
  }
  // A question in the same paragraph as a closing remark still waits for its answer.
  const asked = sentencesOf(last).findLast(sentence => /[?？؟]$/.test(sentence))
  const isConditional = /^(?:if (?:so|not|yes|no)|otherwise)\b/i.test(sentencesOf(last).at(-1) ?? '')
  if (asked !== undefined && (isConditional || decision.test(asked)) && !isPolite(asked)) return asked
  const told = sentencesOf(last).at(-1) ?? ''
  return request.test(told) && !isPolite(told) ? told : null
}

function lastQuestion(line: string): string | undefined {
  return sentencesOf(bare(line)).findLast(sentence => /[?？؟]$/.test(sentence))
}

function sentencesOf(line: string): string[] {
  return line
    .split(/(?<=[.!?。！？؟])\s+|(?<=[。！？])/)
    .map(part => part.trim())
    .filter(part => part !== '')
}

const decision =
  /\b(?:shall i|should (?:i|we)|would you (?:like|prefer)|do you (?:want|prefer)|want me to|which (?:one|option|of|approach|do|would|should)|may i|can i|ok(?:ay)? (?:to|if)|prefer|proceed|soll(?:en)? (?:ich|wir)|möchtest du|möchten sie|veux-tu|voulez-vous|dois-je|quieres|prefieres|debo|você quer|devo|vuoi|хотите|хочешь|мне)\b|是否|要不要|需要我|希望我|你想|您想|哪(?:个|一个|種|种)|ましょうか|どちら|よろしい|할까요|드릴까요|원하시/i

const request =
  /^(?:(?:so |then |once |when |before )?[^.!?]{0,80})?\b(?:let me know (?:which|what|how|whether|where|when|your|the)|please (?:confirm|choose|decide|pick|select|advise|clarify|tell me|let me know (?:which|what|how|whether))|tell me (?:which|what|whether|how)|(?:i am |i'm )?(?:waiting for|awaiting) your\b|your (?:call|choice|decision)\b|sag mir,? (?:welche|ob|was|wie)|bitte bestätig|dis-moi (?:si|quel|ce)|dime (?:si|cuál|qué)|me diga (?:se|qual)|fammi sapere (?:se|quale))|请(?:告诉我|告知|确认|选择|回复)|請(?:告訴我|確認|選擇)|(?:教えて|ご確認|お選び|選んで|お知らせ)ください|(?:알려|선택해|확인해) ?주세요|(?:скажите|скажи|подтвердите),? /i

/** Offers and courtesies that expect no answer. */
function isPolite(sentence: string): boolean {
  return courtesy.test(sentence)
}

const courtesy =
  /\banything else\b|\bif (?:you have|there are) any\b|\bany (?:other |more )?questions\b|\bquestions\?$|\bhelp(?:s|ful)? (?:you )?(?:with (?:anything|something)|further|more)\b|\bmake(?:s)? sense\?$|\bdoes (?:that|this|it) help\b|\b(?:sonst noch|noch etwas|autre chose|algo más|mais alguma coisa|altro)\b|其他|还有什么|還有什麼|ほかに|他に|何かあれば|ご不明|다른 (?:도움|질문|것)|더 필요|ещё что-нибудь/i
