import type { JsonObject } from '../../kernel/json.ts'
import type { ToolArgument } from '../tools/arguments.ts'
import type { DeclaredTool } from './arguments.ts'

/** `flat` is for endpoints that know neither alternatives at the root nor properties that may be left out. */
export type SchemaProfile = 'paired' | 'flat'

/** As providers of the OpenAI form take it. */
export interface ResponseFormat {
  type: 'json_schema'
  json_schema: { name: 'tool_call_envelope' | 'tool_decision_envelope'; strict: true; schema: JsonObject }
}

interface CallFormatInput {
  /** Those that are allowed, in the order of the registry. */
  tools: readonly DeclaredTool[]
  nonce: string
  profile: SchemaProfile
}

export function callFormat(asked: CallFormatInput): ResponseFormat {
  const schema = asked.profile === 'flat' ? flatCall(asked) : pairedCall(asked)
  return { type: 'json_schema', json_schema: { name: 'tool_call_envelope', strict: true, schema } }
}

export function decisionFormat(asked: CallFormatInput): ResponseFormat {
  const schema = asked.profile === 'flat' ? flatDecision(asked) : pairedDecision(asked)
  return { type: 'json_schema', json_schema: { name: 'tool_decision_envelope', strict: true, schema } }
}

/** The closed set of a tool's arguments. */
export function argsSchema(args: readonly ToolArgument[]): JsonObject {
  const required = args.filter(arg => arg.required).map(({ name }) => name)
  return closedObject(Object.fromEntries(args.map(({ name, schema }) => [name, schema])), required)
}

function pairedCall({ tools, nonce }: CallFormatInput): JsonObject {
  const root = { tool: { type: 'string', enum: idsOf(tools) }, args: { type: 'object' }, nonce: only(nonce) }
  return { ...closedObject(root), anyOf: tools.map(tool => closedObject(callProperties(tool, nonce))) }
}

function pairedDecision({ tools, nonce }: CallFormatInput): JsonObject {
  const root = {
    action: { type: 'string', enum: ['tool', 'final'] },
    tool: { type: 'string', enum: idsOf(tools) },
    args: { type: 'object' },
    nonce: only(nonce),
  }
  const final = closedObject({ action: only('final'), nonce: only(nonce) })
  const calls = tools.map(tool => closedObject({ action: only('tool'), ...callProperties(tool, nonce) }))
  return { ...closedObject(root, ['action', 'nonce']), anyOf: [final, ...calls] }
}

function flatCall({ tools, nonce }: CallFormatInput): JsonObject {
  const args = { anyOf: tools.map(tool => flatArgsSchema(tool.args)) }
  return closedObject({ tool: { type: 'string', enum: idsOf(tools) }, args, nonce: only(nonce) })
}

function flatDecision({ tools, nonce }: CallFormatInput): JsonObject {
  return closedObject({
    action: { type: 'string', enum: ['tool', 'final'] },
    tool: { type: ['string', 'null'], enum: [...idsOf(tools), null] },
    args: { anyOf: [...tools.map(tool => flatArgsSchema(tool.args)), { type: 'null' }] },
    nonce: only(nonce),
  })
}

/** The same where nothing may be left out: what is optional is null instead. */
function flatArgsSchema(args: readonly ToolArgument[]): JsonObject {
  const properties = args.map(({ name, required, schema: { maxLength: _, ...schema } }) => [
    name,
    required ? schema : nullable(schema),
  ])
  return closedObject(Object.fromEntries(properties))
}

function nullable(schema: ToolArgument['schema']): JsonObject {
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

function callProperties(tool: DeclaredTool, nonce: string): { [name: string]: JsonObject } {
  return { tool: only(tool.id), args: argsSchema(tool.args), nonce: only(nonce) }
}

function idsOf(tools: readonly DeclaredTool[]): string[] {
  return tools.map(({ id }) => id)
}

function only(text: string): JsonObject {
  return { type: 'string', const: text }
}

function closedObject(properties: { [name: string]: JsonObject }, required = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}
