// What the scripts of the conversation share: how they speak to the page, and what was said.
const { make, say, hear, word, api } = window.atlas;

const state = { thread: "", turns: [], work: null };
// `work` is the turn that is being answered and what cancels it.
const running = () => state.work !== null;

const turnOf = (question, more = {}) => ({ question, number: 0, answer: null, error: null, stopped: "", steps: [], ...more });

// Said to people who do not see the page.
const notice = make("p.notice", { role: "status" });
const spoken = make("p.sr", { role: "status" });
