// The pool. Threads are started when they are first needed and live until the process ends.
#include "run/pool.h"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace ascmove {
namespace {

class Pool {
 public:
  void run(int parts, const std::function<void(int)>& work) {
    const std::lock_guard<std::mutex> one_job(jobs_);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      while (static_cast<int>(threads_.size()) < parts - 1) {
        threads_.emplace_back([this, seen = generation_] { serve(seen); });
        threads_.back().detach();
      }
      work_ = &work;
      next_.store(0);
      parts_ = parts;
      busy_ = static_cast<int>(threads_.size());
      ++generation_;
    }
    wake_.notify_all();
    take_parts();
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
  }

 private:
  void take_parts() {
    for (int part = next_++; part < parts_; part = next_++) (*work_)(part);
  }

  void serve(unsigned seen) {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return generation_ != seen; });
      seen = generation_;
      lock.unlock();
      take_parts();
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex jobs_, mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<int> next_{0};
  int parts_ = 0, busy_ = 0;
  unsigned generation_ = 0;
};

// A child after fork has none of its parent's threads: it gets a pool of its own. Pools are never destroyed, their
// threads may outlive everything else.
Pool& pool() {
  static std::atomic<Pool*> current{new Pool};
  static std::atomic<pid_t> owner{getpid()};
  if (owner.load() != getpid()) {
    current.store(new Pool);
    owner.store(getpid());
  }
  return *current.load();
}

}  // namespace

void in_parallel(int parts, const std::function<void(int)>& work) {
  thread_local bool inside = false;  // a part of a job that asks for threads itself works alone
  if (parts <= 1 || inside) {
    for (int part = 0; part < parts; ++part) work(part);
    return;
  }
  pool().run(parts, [&work](int part) {
    inside = true;
    work(part);
    inside = false;
  });
}

}  // namespace ascmove
