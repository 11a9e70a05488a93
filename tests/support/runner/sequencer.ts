import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long: their rows are generated. */
const long = /tests\/access\/(matrix|tokens)\.test\.ts$/

/** Vitest begins with the largest files; of each project these come even before them, or one would run alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project, moduleId }: TestSpecification) => projects.indexOf(project.name) * 2 + Number(!long.test(moduleId))
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
