import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long, because they generate their tests. */
const long = /tests\/access\/(matrix|tokens)\.test\.ts$/

/** Runs the long files of each project first: Vitest starts with the largest files, so a long one might run alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project, moduleId }: TestSpecification) => projects.indexOf(project.name) * 2 + Number(!long.test(moduleId))
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
