import './context.css'
import { useState } from 'react'
import { formatCount, formatNumber, formatSize } from '../../../../src/kernel/numbers.ts'
import { type Change, kindOf, type Section, sectionAnchor, sectionName } from '../../state/context/sections.ts'
import { Button } from '../../ui/button.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ChangeMark } from './outline.tsx'
import { WhyList } from './why-list.tsx'

interface Props {
  project: string
  section: Section
  text: string
  change: Change
}

const linesShown = 60

/** One section of the block as it will be sent, and the source of each paragraph. */
export function SectionView({ project, section, text, change }: Props) {
  const [all, setAll] = useState(false)
  const id = sectionAnchor(section.name)
  const lines = safeText(text).split('\n')
  const isFolded = !all && lines.length > linesShown + 10
  const shown = isFolded ? lines.slice(0, linesShown) : lines
  return (
    <section
      className={`block-section ruled kind-${kindOf(section.name)}`}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
    >
      <header className="row wrap gap-y-4 gap-x-10 mb-8 text-xs">
        <h3 className="soft text-s weight-550 tracking-0" id={`${id}-name`}>
          {sectionName(section.name)}
        </h3>
        <ChangeMark change={change} />
        <span className="muted tabular push-end">
          {formatCount(section.estimatedTokens, 'token')}, {formatSize(section.bytes)}
        </span>
      </header>
      <pre className="code-block bare">{shown.join('\n')}</pre>
      {isFolded && (
        <Button small onClick={() => setAll(true)}>
          Show all {formatNumber(lines.length)} lines
        </Button>
      )}
      <WhyList project={project} why={section.why} />
    </section>
  )
}
