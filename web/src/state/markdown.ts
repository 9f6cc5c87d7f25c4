import DOMPurify from 'dompurify'
import { Marked, type Tokens } from 'marked'

/** Untrusted Markdown to safe HTML: tags in the text stay visible text, images become links, nothing is fetched. */
export function renderMarkdown(text: string, project: string, keepsLines: boolean): string {
  headings.length = 0
  currentProject = project
  return DOMPurify.sanitize(marked.parse(text, { async: false, breaks: keepsLines }), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'class', 'target', 'rel', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/p\/)/i,
    // The expression above is for URLs; these attributes hold none.
    ADD_URI_SAFE_ATTR: ['target', 'rel', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
  })
}

const allowedTags =
  'a p br hr h2 h3 h4 h5 h6 em strong del code pre blockquote ul ol li table thead tbody tr th td span'.split(' ')

// Rendering is synchronous, so one call at a time owns these two.
const headings: number[] = []
let currentProject = ''

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ href, text }) => external(href, text || href, 'image'),
    link({ href, tokens }) {
      return external(href, this.parser.parseInline(tokens), '')
    },
    heading({ depth, tokens }) {
      const level = levelFor(depth)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
    checkbox: ({ checked }) => `<span class="task">${checked ? '☑' : '☐'}</span> `,
  },
  extensions: [
    {
      name: 'recordId',
      level: 'inline',
      start: source => source.match(/\bR\d{3,9}\b/)?.index,
      tokenizer(source) {
        const id = /^R\d{3,9}\b/.exec(source)?.[0]
        // Within a link the id is part of that link's text; without a project it leads nowhere.
        return id && currentProject !== '' && !this.lexer.state.inLink ? { type: 'recordId', raw: id, id } : undefined
      },
      renderer: token => recordLink((token as Tokens.Generic).id),
    },
  ],
})

function recordLink(id: string): string {
  return `<a class="record-id" href="/p/${encodeURIComponent(currentProject)}/records/${id}">${id}</a>`
}

/** The page's title is level 1; levels below follow the text's own nesting without gaps. */
function levelFor(depth: number): number {
  while ((headings.at(-1) ?? 0) >= depth) headings.pop()
  headings.push(depth)
  return Math.min(6, headings.length + 1)
}

function external(href: string, content: string, kind: string): string {
  const mark = kind === 'image' ? '<span class="task">Image:</span> ' : ''
  const label = kind === 'image' ? escapeHtml(content) : content
  if (!/^(?:https?:|mailto:)/i.test(href)) return `${mark}<span>${label}</span>`
  return `${mark}<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${label}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
