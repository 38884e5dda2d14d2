// The plain page: the protocol of docs/authors/protocol.md with nothing around it.
const $ = (id) => document.getElementById(id);
const random = (n) => [...crypto.getRandomValues(new Uint8Array(n))].map((b) => b.toString(16).padStart(2, "0")).join("");
const tableOfPath = () => (location.pathname.match(/^\/t\/([a-z2-7]{16})$/) || [])[1];

let socket, frame, unanswered, wait = 500;
const send = (message) => socket.send(JSON.stringify(message));

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.onopen = () => { wait = 500; send({ type: "hello", protocol: 1, legal: true }); };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => { setTimeout(connect, wait * (0.5 + Math.random())); wait = Math.min(wait * 2, 30000); };
}

function receive(message) {
  if (message.type === "welcome") {
    document.forms.new.name.value ||= message.name === "Guest" ? "" : message.name;
    const table = tableOfPath();
    if (table) send({ type: "attach", table, seen: frame?.table === table ? frame.number : 0 });
    else send({ type: "tables" });
    if (unanswered) send(unanswered);
  }
  if (message.type === "tables") showTables(message);
  if (message.type === "refused") { if (message.ack === unanswered?.id) unanswered = undefined; $("refused").textContent = `${message.text} ${message.rule || ""}`; }
  if (message.type === "table") showTable(message);
}

function showTables({ yours, listed }) {
  const fill = (list, tables) => list.replaceChildren(...tables.map((table) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = `/t/${table.table}`;
    link.textContent = `${table.mode}, ${table.seats.map((s) => s.name || "open").join(", ")}, ${table.phase}${table.owes ? ": your turn" : ""}`;
    item.append(link);
    return item;
  }));
  fill($("yours"), yours);
  fill($("listed"), listed);
}

function showTable(next) {
  if (frame && frame.table === next.table && next.number < frame.number) return;
  if (frame?.table !== next.table) { $("events").textContent = ""; $("lines").replaceChildren(); history.replaceState(null, "", `/t/${next.table}`); }
  if (next.ack && next.ack === unanswered?.id) { unanswered = undefined; document.forms.play.actions.value = ""; $("refused").textContent = ""; }
  frame = next;
  $("lobby").hidden = true;
  $("table").hidden = false;
  $("link").textContent = `Link for your friends: ${location.href}`;
  $("seats").textContent = next.seats.map((s, i) => `${i}: ${s.name || "open"}${s.owes ? " (decides)" : ""}${s.away ? " (a bot plays)" : s.here === false ? " (not here)" : ""}`).join(" · ")
    + (next.result ? ` · over, won by ${next.result.winners.join(", ") || "nobody"}` : "");
  $("sit").hidden = next.phase !== "open" || next.seat !== null;
  $("fill").hidden = next.phase !== "open";
  $("rematch").hidden = next.phase !== "over" || next.seat === null;
  if (next.rematch) $("link").replaceChildren(Object.assign(document.createElement("a"), { href: `/t/${next.rematch}`, textContent: "To the rematch" }));
  $("view").textContent = next.view || "";
  if (next.events?.length) { $("events").textContent += next.events.join("\n") + "\n"; $("events").scrollTop = 1e9; }
  for (const line of next.chat || []) { const item = document.createElement("li"); item.textContent = `${next.seats[line.seat].name}: ${line.text}`; $("lines").append(item); }
  const legal = next.legal || [];
  $("legal-text").textContent = legal.length ? `You may: ${legal.join("; ")}` : "";
  $("legal").replaceChildren(...legal.map((action) => Object.assign(document.createElement("option"), { value: action })));
}

document.forms.new.onsubmit = (event) => {
  event.preventDefault();
  const form = event.target, level = +form.level.value;
  const seats = ["me", ...Array(+form.bots.value).fill(level), ...Array(+form.friends.value).fill("open")].slice(0, 5);
  send({ type: "create", id: random(8), mode: form.mode.value, seats, name: form.name.value, listed: true, mix: random(32) });
};
document.forms.play.onsubmit = (event) => {
  event.preventDefault();
  unanswered = { type: "play", id: random(8), number: frame.number, actions: event.target.actions.value };
  send(unanswered);
};
document.forms.chat.onsubmit = (event) => { event.preventDefault(); send({ type: "chat", text: event.target.text.value }); event.target.reset(); };
$("sit").onclick = () => send({ type: "sit", name: prompt("Your name?") || "Guest", mix: random(32) });
$("fill").onclick = () => send({ type: "fill", level: 2 });
$("rematch").onclick = () => send({ type: "rematch", mix: random(32) });

// The cookie says who we are; without one the server makes a guest.
await fetch("/api/guest", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: localStorage.name || "Guest" }) });
connect();
