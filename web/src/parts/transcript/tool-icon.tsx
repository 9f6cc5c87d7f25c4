import {
  Bot,
  FilePen,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestionMark,
  Plug,
  Search,
  Sparkles,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import type { ToolFamily } from '../../../../src/transcripts/event.ts'

/** The icon of a tool's family, the same beside its call and its result. */
export function ToolIcon({ family }: { family: ToolFamily }) {
  const Icon = icons[family]
  return <Icon aria-hidden="true" className="tool-icon" />
}

const icons: { [family in ToolFamily]: LucideIcon } = {
  edit: FilePen,
  read: FileText,
  search: Search,
  shell: SquareTerminal,
  web: Globe,
  plan: ListTodo,
  delegate: Bot,
  ask: MessageCircleQuestionMark,
  skill: Sparkles,
  mcp: Plug,
  other: Wrench,
}
