import { FileFault } from './file-fault.ts'
import { keyOf } from './key.ts'
import { parameterNames, parseTemplate, type Template } from './placeholders.ts'
import { type FencedLine, followFences, sourceLines, trimBlankLines } from './source-lines.ts'

export interface Prompt {
  name: string
  key: string
  content: string
  template: Template
  parameters: string[]
  line: number
}

/** Reads a prompt file: every heading of five hashes outside fences begins a prompt. */
export function parsePromptFile(text: string): { prompts: Prompt[]; warnings: string[] } {
  const { lines, unclosed } = followFences(sourceLines(text))
  if (unclosed !== undefined) {
    throw new FileFault('a code fence is never closed', 'close the fence that opens on that line', unclosed)
  }
  const prompts: Prompt[] = []
  const warnings: string[] = []
  const keys = new Set<string>()
  for (const { name, line, body } of parts(lines)) {
    const { content, from } = contentOf(body)
    const key = keyOf(name)
    if (!key || !content) warnings.push(`line ${line}: a prompt without ${key ? 'content' : 'name'} was skipped`)
    else if (keys.has(key)) warnings.push(`line ${line}: the key '${key}' occurs twice; the first one is used`)
    else {
      keys.add(key)
      const template = parseTemplate(content, from)
      prompts.push({ name, key, content, template, parameters: parameterNames(template), line })
    }
  }
  return { prompts, warnings }
}

const header = /^#{5} (.*)$/

function parts(lines: readonly FencedLine[]) {
  const heads = lines.flatMap((each, index) => (isHeader(each) ? [index] : []))
  return heads.map((start, n) => {
    const head = lines[start]
    const name = header.exec(head?.text ?? '')?.[1]?.trim() ?? ''
    return { name, line: head?.line ?? 0, body: lines.slice(start + 1, heads[n + 1]) }
  })
}

function isHeader({ text, depth, opens, closes }: FencedLine): boolean {
  return depth === 0 && opens === undefined && !closes && header.test(text)
}

/** The prompt is the content of the code blocks meant to be copied; without such blocks it is the whole text. */
function contentOf(body: readonly FencedLine[]): { content: string; from: number } {
  const blocks = copyBlocks(body)
  const filled = blocks.filter(block => block.some(({ text }) => text.trim() !== ''))
  if (blocks.length > 0) {
    const contents = filled.map(block => trimBlankLines(block.map(({ text }) => text)))
    return { content: contents.join('\n\n'), from: filled[0]?.[0]?.line ?? 1 }
  }
  const first = body.findIndex(({ text }) => text.trim() !== '' && !text.startsWith('*'))
  if (first < 0) return { content: '', from: 1 }
  return { content: trimBlankLines(body.slice(first).map(({ text }) => text)), from: body[first]?.line ?? 1 }
}

const copied = new Set(['', 'markdown', 'md'])

function copyBlocks(body: readonly FencedLine[]): FencedLine[][] {
  const blocks: FencedLine[][] = []
  let block: FencedLine[] | undefined
  for (const each of body) {
    const outermost = each.depth === 0
    if (outermost && each.opens !== undefined && copied.has(each.opens.toLowerCase())) block = []
    else if (outermost && each.closes) {
      if (block) blocks.push(block)
      block = undefined
    } else block?.push(each)
  }
  return blocks
}
