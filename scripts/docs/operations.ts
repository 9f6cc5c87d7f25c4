import { z } from 'zod'
import type { AppContext } from '../../src/app.ts'
import { describeOperation } from '../../src/catalog/describe.ts'
import { fieldsOf } from '../../src/entry/cli/operation-fields.ts'
import { toolsOf } from '../../src/entry/mcp/tools.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'
import * as bundleNouns from '../../src/records/bundle.ts'
import * as recordNouns from '../../src/records/schema.ts'
import { toolsets } from '../../src/toolsets.ts'
import { anchor, code, table } from './markdown.ts'
import { definitionOf, registerNouns, resultOf } from './shapes.ts'

const recordsNouns = { ...recordNouns, ...bundleNouns, EvidenceEntry: recordNouns.evidenceEntry() }

export function operationsPage(): string {
  registerNouns(recordsNouns)
  return `# Operations

An operation is declared once and served in four ways: as an MCP tool, as \`POST /api/<toolset>/<operation>\` (those that
only read also answer \`GET\`), as \`daybook call <operation>\`, and to the web page. Operations for people are not offered to
MCP clients. The full JSON Schemas of arguments and results are at \`/api/openapi.json\` of a running server.

Lengths count code points, those of \`body\` bytes of UTF-8. A field marked ? may be absent. Failures are in
[errors.md](errors.md).

${toolsets.map(({ name, instructions }) => toolsetSection(name, instructions)).join('\n\n')}

## Types

${nounSections()}
`
}

function toolsetSection(toolset: string, instructions: string): string {
  const mine = operations.filter(operation => operation.toolset === toolset)
  const index = (audience: string, words: string) => {
    const names = mine.filter(operation => operation.audience === audience).map(({ name }) => name)
    return names.length === 0 ? [] : [`${words}: ${names.map(name => `[${name}](${anchor(name)})`).join(', ')}.`]
  }
  return `## Toolset ${toolset}

${[...index('agents', 'For agents and people'), ...index('people', 'For people only')].join('\n\n')}

The instructions agents get when they connect:

> ${instructions}

${mine.map(operationSection).join('\n\n')}`
}

function operationSection(operation: Operation<AppContext>): string {
  const { name, summary, input, output } = operation
  const fields = fieldsOf(describeOperation(operation)).map(field => [
    code(field.name + (field.required ? '' : '?')),
    field.form,
    field.description,
  ])
  return [
    `### ${name}`,
    summary,
    factsOf(operation),
    Object.keys(input.shape).length === 0 ? 'It takes no arguments.' : table(['argument', 'type', ''], fields),
    resultOf(output),
  ].join('\n\n')
}

function factsOf(operation: Operation<AppContext>): string {
  const { access, audience, effect, repeatable } = operation
  const hints = toolsOf([describeOperation(operation)]).flatMap(({ annotations }) =>
    Object.entries(annotations ?? {}).flatMap(([hint, set]) => (set === true ? [code(hint)] : [])),
  )
  return [
    `Access: ${accessWords[access]}`,
    `effect: ${effectWords[effect]}`,
    repeatable && effect !== 'read' ? 'calling it again with the same arguments changes nothing more' : '',
    audience === 'people' ? 'for people only' : `MCP hints: ${hints.join(', ') || 'none set'}`,
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}

const accessWords = {
  owner: '**owner** of the machine',
  admin: '**admin** of the project',
  writer: '**writer** in the project',
  reader: '**reader** of the project',
  anyone: '**anyone** with a token; it shows only what the caller may see',
}

const effectWords = {
  read: '**read**, changes nothing',
  append: '**append**, adds and never overwrites',
  change: '**change**, may replace what was there (history keeps it)',
  destroy: '**destroy**, takes away for good',
}

function nounSections(): string {
  const nouns = Object.entries(recordsNouns).flatMap(([name, noun]) =>
    noun instanceof z.ZodType ? [{ name, noun }] : [],
  )
  return nouns
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, noun }) => {
      const definition = definitionOf(name, noun)
      return definition === undefined ? [] : [`### ${name}\n\n${definition}`]
    })
    .join('\n\n')
}
