import type { Fault } from '../kernel/fault.ts'
import type { FieldFault } from '../kernel/shape.ts'
import { codePoints } from '../kernel/text.ts'

/** How a fault looks in this toolset: one text that says what to do next, and a code for programs. */
export function contextFailure(fault: Fault, accepted: readonly string[] = []) {
  return { isError: true, code: fault.code, text: failureText(fault, accepted) }
}

function failureText({ code, message, hint, details = {} }: Fault, accepted: readonly string[]): string {
  switch (code) {
    case 'PROJECT_NOT_FOUND':
      return `Project not found: '${name(details.given)}'. Use the project_list tool to see available projects and their IDs.`
    case 'PROJECT_AMBIGUOUS':
      return `The name '${name(details.given)}' fits several projects: ${names(details.candidates)}. Use one of these ids; project_list shows what they are.`
    case 'SUMMARY_REQUIRED':
      return 'Summary text is required. Provide a non-empty summary of recent events or session state.'
    case 'NO_FIELDS':
      return `Nothing to change: give at least one field besides the project. Fields: ${names(details.fields)}.`
    case 'PROJECT_EXISTS':
      return `The project id '${name(details.id)}' is taken. Choose another id, or restore that project if it is in the trash (daybook projects restore).`
    case 'PROJECT_IN_USE':
      return `The project '${name(details.id)}' is in use by ${names(details.sessions)}. Close these sessions, or delete with force.`
    case 'TEMPLATE_NOT_FOUND':
      return `Template not found: '${name(details.given)}'. Use the prompt_list tool to see available templates.`
    case 'INSTRUCTION_AMBIGUOUS':
      return `The instruction '${name(details.instruction)}' fits several prompts: ${names(details.candidates)}. Use one of these keys.`
    case 'PATH_MISSING':
      return `The folder in projectPath is missing: '${name(details.path)}'. Correct it with project_update, or set it to "" to use the built-in prompts.`
    case 'PROMPT_FILE_INVALID':
      return `The file '${name(details.file)}'${line(details.line)} cannot be used: ${String(details.problem)}. To mend it, ${String(details.remedy)}.`
    case 'BUDGET_TOO_SMALL':
      return `The block needs about ${Number(details.estimate)} tokens and maxTokens is ${Number(details.budget)}. The largest sections: ${sizes(details.largest)}. Raise maxTokens or shorten them.`
    case 'INVALID_INPUT':
      return invalid(message, hint, details, accepted)
    case 'BUSY':
      return `Error: the store is busy and nothing was written. Retry in a moment.`
    case 'INTERNAL':
      return `Error: ${message} The reference is ${String(details.ref)}; report it if this stays.`
    default:
      return `Error: ${message} ${hint}`
  }
}

type Details = NonNullable<Fault['details']>

function invalid(message: string, hint: string, { fields, lines }: Details, accepted: readonly string[]): string {
  if (Array.isArray(lines)) return [`Invalid input: ${message} ${hint}`, ...lines].join('\n')
  if (!Array.isArray(fields)) return `Invalid input: ${message} ${hint}`
  // Made by parseShape, which is the only one to put fields into the details of this code.
  const faults = (fields as FieldFault[]).map(field => `Invalid input: ${fault(field)}.`)
  return [...faults, ...(accepted.length > 0 ? [`Accepted keys: ${accepted.join(', ')}.`] : [])].join('\n')
}

function fault({ path, rule, limit, actual, offset }: FieldFault): string {
  const limits = [
    limit === undefined ? '' : ` (limit ${limit}${actual === undefined ? '' : `, given ${actual}`})`,
    offset === undefined ? '' : ` (at offset ${offset})`,
  ].join('')
  const problem = rule === 'known key' ? 'this key is not known' : rule
  return `${sanitizeEcho(path) || 'arguments'}: ${problem}${limits}`
}

function name(given: unknown): string {
  return sanitizeEcho(String(given))
}

function names(given: unknown): string {
  return Array.isArray(given) ? given.map(name).join(', ') : ''
}

function line(given: unknown): string {
  return typeof given === 'number' ? `, line ${given},` : ''
}

function sizes(given: unknown): string {
  const sections = Array.isArray(given) ? given : []
  return sections.map(({ name: section, estimatedTokens }) => `${section} (${estimatedTokens})`).join(', ')
}

const maxLength = 200

/** A caller's identifier as an answer may repeat it. */
export function sanitizeEcho(given: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
  const visible = given.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '?')
  return codePoints(visible) <= maxLength ? visible : [...visible].slice(0, maxLength).join('')
}
