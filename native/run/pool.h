// Threads that wait asleep for work. One job at a time; the caller works along.
#pragma once

#include <functional>

namespace ascmove {

// Calls work(0) ... work(parts - 1), each once, on up to `parts` threads; returns when all are done.
void in_parallel(int parts, const std::function<void(int)>& work);

}  // namespace ascmove
