import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { allowed, bashPayload, denied } from '../support/claudePayloads';
import { projectFolder, scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { Review } from '../support/review';
import { discoveryRecords, windowFor } from '../support/runHook';
import { until } from '../support/until';
import { openWorkbench } from '../support/workbench';

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

scene(
  'a blocked extension host delays a request and loses nothing',
  () => session,
  async (host) => {
    const { pid } = await windowFor(host.server.countersignHome, host.folder);
    process.kill(pid, 'SIGSTOP');
    let hook;
    try {
      hook = host.hook(bashPayload(host.folder, 'touch while-blocked'));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      assert.equal(hook.running(), true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await host.review.waitForRequest('touch while-blocked');
    await host.review.approve();
    assert.equal((await hook.ended).stdout, allowed());
  },
);

scene(
  'a request outlives a reload of the window',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch across-the-reload'));
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.reload();
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.waitForRequest('touch across-the-reload');
    await host.review.deny('after the reload');
    assert.equal((await hook.ended).stdout, denied('after the reload'));
    // The record of the window before is gone with it.
    await until('one record', () => discoveryRecords(host.server.countersignHome).length === 1);
  },
);

scene(
  'each of two windows gets the requests of its own folder',
  () => session,
  async (host) => {
    const a = projectFolder(host.server, 'a');
    const ab = projectFolder(host.server, 'a-b');
    const { browser } = host.workbench;
    const windowA = await openWorkbench(host.server, { folder: a, browser });
    const windowAb = await openWorkbench(host.server, { folder: ab, browser });
    try {
      for (const folder of [a, ab]) await windowFor(host.server.countersignHome, folder);
      const hookAb = host.hook(bashPayload(ab, 'touch in-a-b'), { cwd: ab });
      const hookA = host.hook(bashPayload(a, 'touch in-a'), { cwd: a });
      const reviewA = new Review(windowA);
      const reviewAb = new Review(windowAb);
      await reviewAb.waitForRequest('touch in-a-b');
      await reviewA.waitForRequest('touch in-a');
      await windowA.statusItem('1 waiting').waitFor();
      await windowAb.statusItem('1 waiting').waitFor();
      await reviewA.approve();
      assert.equal((await hookA.ended).stdout, allowed());
      assert.equal(hookAb.running(), true);
      await reviewAb.deny('not here');
      assert.equal((await hookAb.ended).stdout, denied('not here'));

      // A folder below, reached by a link, belongs to the window that has its real path open.
      const below = projectFolder(host.server, 'a/below');
      const link = join(host.server.dataDir, 'link');
      symlinkSync(below, link);
      const hookBelow = host.hook(bashPayload(link, 'touch below'), { cwd: link });
      await reviewA.next();
      await reviewA.waitForRequest('touch below');
      await reviewA.approve();
      assert.equal((await hookBelow.ended).stdout, allowed());

      // A folder that no window has open: the agent asks by itself, at once.
      const foreign = projectFolder(host.server, 'a-bc');
      const end = await host.hook(bashPayload(foreign, 'touch nowhere'), { cwd: foreign }).ended;
      assert.equal(end.stdout, '');
      assert.equal(end.exitCode, 0);
      assert.ok(end.took < 5000, `took ${end.took} ms`);
    } finally {
      await windowA.close();
      await windowAb.close();
    }
  },
);
