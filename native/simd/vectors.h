// Vectors of ASCMOVE_LANES 32-bit lanes in the compiler's own vector language: the same text serves every level.
// Included inside the namespace of a level. A "unit" is 16 lanes: the rows of Ascend fractals are multiples of it.

// Loops over the parts of a unit are written out, so that the parts stay in registers.
#define ASCMOVE_UNROLL _Pragma("GCC unroll 4")

constexpr int kLanes = ASCMOVE_LANES;
constexpr int kUnit = 16;
constexpr int kParts = kUnit / kLanes;
constexpr int kTogether = 4;  // pieces that are read before the first of them is written

typedef float F __attribute__((vector_size(4 * ASCMOVE_LANES), may_alias));
typedef std::int32_t I __attribute__((vector_size(4 * ASCMOVE_LANES), may_alias));
typedef std::uint32_t U __attribute__((vector_size(4 * ASCMOVE_LANES), may_alias));

template <class V>
inline V load(const void* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class V>
inline void store(void* to, V value) {
  __builtin_memcpy(to, &value, sizeof value);
}

inline F all(float x) { return x - (F){}; }  // x - 0 keeps -0 and NaN as they are
inline I all(std::int32_t x) { return x - (I){}; }
inline U all(std::uint32_t x) { return x - (U){}; }

inline F as_float(U x) { return (F)x; }
inline U as_bits(F x) { return (U)x; }
inline F where(U mask, F yes, F no) { return (F)((mask & (U)yes) | (~mask & (U)no)); }
inline U where(U mask, U yes, U no) { return (mask & yes) | (~mask & no); }
inline I where(U mask, I yes, I no) { return (I)((mask & (U)yes) | (~mask & (U)no)); }
inline F keep(U mask, F x) { return (F)(mask & (U)x); }

inline F float_of(I x) { return __builtin_convertvector(x, F); }
