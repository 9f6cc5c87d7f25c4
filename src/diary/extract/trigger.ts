import { redactSecrets } from '../../evidence/secrets.ts'
import { codePoints } from '../../kernel/text.ts'
import type { TriggerKind } from '../../transcripts/source.ts'
import type { Chain, TriggerType } from '../schema.ts'
import { cite, clean, oneLine, sentence, summary } from './text.ts'

export interface TriggerContext {
  root: string | null
  first_in_file: boolean
  previous_interrupted: boolean
  trigger_kind: TriggerKind
}

/** What the user asked for, from the words of the trigger, with its lines. */
export function triggerOf(text: string, lines: readonly number[], ctx: TriggerContext): Chain['trigger'] {
  const type = triggerType(text, ctx)
  const said = oneLine(text) !== ''
  return {
    type,
    summary: triggerSummary(type, text, ctx),
    quoted_messages: said ? [{ text: quote(text), citations: cite(lines) }] : [],
    citations: cite(lines),
  }
}

export function triggerType(text: string, ctx: Omit<TriggerContext, 'root'>): TriggerType {
  const said = oneLine(text).toLowerCase().replaceAll('’', "'")
  if (said === '' || ctx.trigger_kind === 'channel') return 'implicit_context'
  if (ctx.trigger_kind === 'command') return 'explicit_user_message'
  if (codePoints(said) <= 40 && resumption.test(said)) return 'resume_or_continue'
  if (ctx.first_in_file) return 'explicit_user_message'
  if (isApproval(said)) return 'user_approval'
  if (isCorrection(said) || ctx.previous_interrupted) return 'user_correction'
  return 'explicit_user_message'
}

const resumption =
  /^(?:please,? )?(?:continue|go on|keep going|carry on|resume|proceed|next|weiter|weitermachen|mach weiter|fortfahren|continue|continuez|sigue|continúa|continua|prosigue|继续|繼續|続けて|계속)(?:,? please)?[\s\p{P}]*$/u

const approval =
  /^(?:yes|yep|yeah|y|ok|okay|k|sure|lgtm|looks good|approved|approve|go ahead|do it|ship it|sounds good|perfect|great|thanks|thank you|thx|ja|jo|jep|genau|passt|super|danke|in ordnung|einverstanden|gerne|oui|d'accord|parfait|merci|sí|si|vale|claro|dale|perfecto|de acuerdo|gracias|sim|va bene|好|好的|好啊|可以|可以的|是|是的|行|没问题|同意|はい|いいです|お願いします|네|좋아|좋아요)(?![\p{L}\p{M}\p{N}_])/u
const reservation = /(?<![\p{L}\p{N}_])(?:but|instead|except|however|aber|nur|pero|mais|mas)(?![\p{L}\p{N}_])|但|不过/u

function isApproval(said: string): boolean {
  return said.split(' ').length <= 8 && approval.test(said) && !reservation.test(said) && !/[?？]$/.test(said)
}

const refusals = [
  /^(?:no|nope|not|wrong|stop|wait|don't|undo|revert|actually)(?![\p{L}\p{M}\p{N}_])/u,
  /^(?:nein|nee|nicht|falsch|stopp|halt|moment|doch nicht|zurück|rückgängig|no,|eso no|incorrecto|espera|deshaz|non|faux|arrête|attends|annule|não|errado|sbagliato)(?![\p{L}\p{M}\p{N}_])/u,
  /^(?:不对|不是|不行|错了|不要|别再|停|等等|撤销|違う|いいえ|だめ|待って|아니|틀렸)/u,
  /(?<!\p{L})(?:das (?:ist|war) (?:falsch|nicht)|du hast (?:vergessen|übersehen)|funktioniert (?:immer noch )?nicht|geht (?:immer noch )?nicht|statt(?:dessen)?|no funciona|está mal|olvidaste|en lugar de|en vez de|ne marche pas|au lieu de|tu as oublié)(?!\p{L})/u,
  /还是不行|不工作|没有用|你忘了|而不是/u,
  /\bthat's (?:wrong|not right|not what)\b/,
  /\byou (?:forgot|missed|broke|ignored|misunderstood)\b/,
  /\bstill (?:fails|failing|broken|wrong|not)\b/,
  /\b(?:doesn't|didn't|isn't) (?:work|compile|pass|correct|right)\b/,
  /\binstead of\b/,
  /\bi (?:meant|said|asked)\b/,
]

function isCorrection(said: string): boolean {
  return refusals.some(refusal => refusal.test(said))
}

const verbs: { [type in Exclude<TriggerType, 'implicit_context'>]: string } = {
  explicit_user_message: 'User asked',
  user_correction: 'User corrected the agent',
  user_approval: 'User approved',
  resume_or_continue: 'User asked to continue',
}

function triggerSummary(type: TriggerType, text: string, { root, trigger_kind }: TriggerContext): string {
  if (type === 'implicit_context') return 'User supplied context without a written message.'
  const verb = trigger_kind === 'command' ? 'User ran' : verbs[type]
  return summary(`${verb}: “${sentence(clean(text, root))}”`, `${verb}.`, root)
}

/** The user's own words, without secrets only; of very long ones the beginning and the end. */
function quote(text: string): string {
  const words = redactSecrets(text.toWellFormed())
  if (codePoints(words) <= 4000) return words
  const head = Array.from(words.slice(0, 6000)).slice(0, 3000).join('')
  const tail = Array.from(words.slice(-1800)).slice(-900).join('')
  // What was harmless inside a longer word can look like a secret where the word is cut.
  return redactSecrets(`${head}\n[…]\n${tail}`)
}
