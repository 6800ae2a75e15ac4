import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointKey, startEndpoint } from '../../conformance/testing/good-endpoint.ts';
import { temporaryFolder } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

const script = `conversations:
  - name: Polite
    steps:
      - say: Good morning
        expect:
          contains: [you said, good morning]
  - name: Thirsty
    steps:
      - say: One tea
        expect:
          contains: coffee
          tags: [order]
`;

const mistakes = `conversations:
  - name: A
    steps:
      - sey: Hello
      - say: Hello
        expect:
          contain: x
      - say: Hello
        silence: 3s
      - say: Hello
        expect:
          matches: (a
          language: German
          within: 3 seconds
      - send: words
      - silence: soon
      - hangUp: true
      - interruptAfter: 3
  - name: A
    steps:
      - drop: 1s
        expect: { empty: true }
`;

describe('parley rehearse', () => {
  const { run, refused } = commandLine(() => '/nonexistent');

  it('[RH6] [RH9] needs no service, names what failed, writes JUnit, and exits by its verdict', async () => {
    await using folder = await temporaryFolder('rehearse');
    await using endpoint = await startEndpoint();
    const [file, xml] = [join(folder.path, 'script.yaml'), join(folder.path, 'report.xml')];
    await writeFile(file, script);
    const words = ['rehearse', file, '--api-key', endpointKey, '--junit', xml, '--endpoint'];
    const faulty = await run([...words, endpoint.url]);
    expect(faulty).toMatchObject({ code: 1, stderr: '' });
    expect(faulty.stdout.replace(/[\d.]+ s\.\n$/, '')).toBe(`FAILED: 1 of 2 conversations: ${endpoint.url}

FAILED  Thirsty
   1  FAILED  say: One tea
        Expected the words "coffee".
        Expected the tag <order>.
        Came: "You said: One tea"
   2  passed  hang up

passed  Polite (2 steps)
`);
    const report = await readFile(xml, 'utf8');
    expect(report).toContain('<testsuite name="parley rehearse" tests="4" failures="1"');
    expect(report).toContain(
      'name="Thirsty: 1 say: One tea"><failure message="Expected the words &quot;coffee&quot;.',
    );

    await writeFile(file, script.replace('contains: coffee', 'contains: tea').replace('tags: [order]', ''));
    const good = await run([...words, endpoint.url, '--json']);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ verdict: 'good', conversations: { length: 2 } });
    const untried = await run([...words, 'http://127.0.0.1:9/']);
    expect(untried).toMatchObject({ code: 2, stdout: expect.stringMatching(/^COULD NOT BE TRIED/) });
  });

  it('[RH8] names every mistake of a script with its line and what was meant, and sends nothing', async () => {
    await using folder = await temporaryFolder('rehearse');
    const file = join(folder.path, 'script.yaml');
    await writeFile(file, mistakes);
    const { code, stdout, stderr } = await run(['rehearse', file, '--endpoint', 'http://127.0.0.1:9/']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const found = stderr
      .trim()
      .split('\n')
      .map((line) => line.replace(`${file}, line `, ''));
    expect(found).toEqual([
      expect.stringMatching(/^4: .*sey: there is no such setting. Did you mean "say"\?/),
      expect.stringMatching(/^7: .*contain: there is no such setting. Did you mean "contains"\?/),
      expect.stringMatching(/^8: .*exactly one of: .* This one has say and silence\./),
      expect.stringMatching(/^12: .*matches: is not a regular expression/),
      expect.stringMatching(/^13: .*language: must be a language such as de/),
      expect.stringMatching(/^14: .*within: must be a time of at most 10 minutes/),
      expect.stringMatching(/^15: .*send: must be tags alone/),
      expect.stringMatching(/^16: .*silence: must be a time/),
      expect.stringMatching(/^17: .*hangUp: must be the last step/),
      expect.stringMatching(/^18: .*exactly one of: say, send/),
      expect.stringMatching(/^18: .*interruptAfter: belongs to say or send/),
      expect.stringMatching(/^19: .*name: another conversation has this name/),
      expect.stringMatching(/^22: .*expect: this step has no answer/),
    ]);
  });

  it.each([
    ['rehearse', 'FILE is missing. Run: parley rehearse FILE'],
    ['rehearse /nonexistent.yaml', 'Could not read the file /nonexistent.yaml'],
  ])('refuses "%s" in one line', async (line, says) => {
    expect(await refused(line)).toContain(says);
  });
});
