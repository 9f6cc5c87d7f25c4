import '../../parts/context/context.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { ContextLoaded } from '../../parts/context/context-loaded.tsx'
import { FilterBox } from '../../parts/context/filter-box.tsx'
import { LayerMark } from '../../parts/context/layer-mark.tsx'
import { PromptView } from '../../parts/context/prompt-view.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { promptsSearch } from '../../state/context/addresses.ts'
import { useContextKeys, useFilterKey } from '../../state/context/keys.ts'
import { promptsQuery, type Template } from '../../state/context/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The prompts a project can use: its own files, the user's, and those shipped with Daybook. */
export function PromptsPage() {
  const project = useProject()
  const { key, view } = promptsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const library = useQuery(promptsQuery(project))
  const [words, setWords] = useState('')
  useContextKeys(project)
  useFilterKey()
  return (
    <div className="page wide">
      <PageHead
        title="Prompts"
        lead="Prompts that an instruction can select. One in the project’s folder overrides yours with the same key, and yours overrides the built-in one."
      />
      <ContextLoaded query={library} label="prompts" lines={8} project={project}>
        {({ templates, files, warnings }) => {
          const shown = templates.filter(template => fits(template, words))
          const chosen = templates.find(template => template.key === key) ?? shown[0]
          return (
            <div className="split side-first">
              <section className="prompt-side flex downwards gap-8 min-w-0" aria-label="Library">
                <div className="row">
                  <FilterBox what="prompts" words={words} onChange={setWords} />
                </div>
                <p className="muted text-xs" role="status">
                  {words
                    ? `${shown.length} of ${formatCount(templates.length, 'prompt')}`
                    : formatCount(templates.length, 'prompt')}
                </p>
                <ul className="prompt-rows">
                  {shown.map(template => (
                    <li key={template.key}>
                      <Link
                        to="/p/$project/context/prompts"
                        params={{ project }}
                        search={{ key: template.key, ...(view && { view }) }}
                        replace
                        className="prompt-row stack cols-1-auto items-center gap-y-0 gap-x-10 text-s weight-500 hoverable inset-focus"
                        data-row
                        aria-current={template.key === chosen?.key ? 'true' : undefined}
                        onKeyDown={moveWithArrows}
                      >
                        <span className="truncate">{safeText(template.name)}</span>
                        {template.source !== 'builtin' && <LayerMark layer={template.source} />}
                        <span className="text-2xs mono truncate col-all soft weight-400">{safeText(template.key)}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
                <Sources files={files} warnings={warnings} />
              </section>
              {chosen ? (
                <PromptView
                  key={chosen.key}
                  project={project}
                  template={chosen}
                  isFilled={view === 'filled'}
                  onFilled={filled =>
                    void navigate({
                      to: '/p/$project/context/prompts',
                      params: { project },
                      search: { key: chosen.key, ...(filled && { view: 'filled' }) },
                      replace: true,
                    })
                  }
                />
              ) : (
                <Empty title="No matching prompts">Shorten or clear the filter.</Empty>
              )}
            </div>
          )
        }}
      </ContextLoaded>
    </div>
  )
}

function Sources({ files, warnings }: { files: readonly string[]; warnings: readonly string[] }) {
  return (
    <div className="stack gap-6 mt-12 soft text-xs">
      {warnings.length > 0 && (
        <ul className="mb-8 py-10 px-12 rounded-m bg-warn ink stack gap-6" aria-label="Warnings">
          {warnings.map(warning => (
            <li className="break-anywhere" key={warning}>
              {safeText(warning)}
            </li>
          ))}
        </ul>
      )}
      <h2 className="soft text-xs weight-550">Read from</h2>
      <ul>
        {files.map(file => (
          <li key={file} className="mono break-anywhere">
            {safeText(file)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function fits({ name, key }: Template, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return `${name} ${key}`.toLowerCase().includes(wanted)
}
