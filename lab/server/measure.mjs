// measure.mjs - what both halves of the bench share: a server as a child process, its CPU time and memory, percentiles.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';

const ticks = Number(execFileSync('getconf', ['CLK_TCK']));

// CPU seconds, user and system, that a process and its threads have used.
export function cpuSeconds(pid) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [utime, stime] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
    return (utime + stime) / ticks;
}

// Resident memory in bytes.
export function memory(pid) {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

export function percentile(sorted, share) {
    return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : NaN;
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export function freePort() {
    return new Promise((done) => {
        const server = net.createServer().listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

// Starts a server and waits until it accepts connections. `stop` ends it and waits for that.
export async function start(command, args, port, options = {}) {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
    const exit = new Promise((done) => child.on('exit', done));
    const stop = async () => { child.kill('SIGTERM'); await Promise.race([exit, sleep(5000).then(() => child.kill('SIGKILL'))]); };
    for (let tries = 0; tries < 1000; tries++) {
        if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
        const up = await new Promise((done) => {
            const tcp = net.connect({ port, host: '127.0.0.1' }, () => (tcp.destroy(), done(true)));
            tcp.on('error', () => done(false));
        });
        if (up) return { pid: child.pid, stop };
        await sleep(10);
    }
    await stop();
    throw new Error(`${command} does not listen on ${port}`);
}
